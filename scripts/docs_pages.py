"""What the site has beside docs/: the scenarios and sources to which its pages link, as pages of their own.

Links keep the form that they have in the repository; here they are led to these pages. A hook of MkDocs (mkdocs.yml).
"""

import html
import os
import re
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

from mkdocs.structure.files import File
from mkdocs.structure.nav import Link
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound

ROOT = Path(__file__).resolve().parent.parent
DOCC = "Sources/SessionBridge/SessionBridge.docc"
# Beside docs/, what the navigation names.
NAMED = ["Scenarios/README.md", f"{DOCC}/TestAHandoff.md", f"{DOCC}/AskWhyACookieWasNotSent.md"]
LINK = re.compile(r"\]\(([^)\s#:]+)(#[^)\s]*)?\)")
# The repository path of each page of the site.
places = {}


def target(link, place):
    """What a link in a file of the repository leads to; None for what is not there, of which MkDocs complains."""
    path = normpath(join(dirname(place), link))
    if path.startswith("..") or not (ROOT / path).exists():
        return None
    readme = join(path, "README.md")
    return readme if (ROOT / readme).exists() else path


def page_of(path):
    """The site's name for a file or folder of the repository."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"repository/{path}" if path.endswith(".md") else f"repository/{path}.md"


def listing(path):
    """The page of a folder or a file that is not Markdown; each line of a file has an anchor as on GitHub, L12."""
    if (ROOT / path).is_dir():
        names = sorted(each.name for each in (ROOT / path).iterdir() if not each.name.startswith("."))
        return f"# {path}\n\n" + "\n".join(f"- `{name}`" for name in names) + "\n"
    text = (ROOT / path).read_text(encoding="utf-8")
    try:
        lexer = get_lexer_for_filename(path, stripnl=False)
    except ClassNotFound:
        lexer = TextLexer(stripnl=False)
    lines = highlight(text, lexer, HtmlFormatter(nowrap=True)).splitlines()
    code = "\n".join(f'<span id="L{number}">{line}</span>' for number, line in enumerate(lines, 1))
    return f'# {html.escape(path)}\n\n<div class="highlight source"><pre><code>{code}</code></pre></div>\n'


def on_files(files, config):
    waiting = NAMED + [f"docs/{each.src_uri}" for each in files.documentation_pages()]
    seen = set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        name = page_of(path)
        places[name] = path
        if path.endswith(".md"):
            found = (target(match[1], path) for match in LINK.finditer((ROOT / path).read_text(encoding="utf-8")))
            waiting += [each for each in found if each]
        if path.startswith("docs/"):
            continue
        if path.endswith(".md"):
            files.append(File.generated(config, name, abs_src_path=str(ROOT / path)))
        else:
            files.append(File.generated(config, name, content=listing(path)))
    return files


def on_page_markdown(markdown, page, config, files):
    place = places[page.file.src_uri]

    def led(match):
        path = target(match[1], place)
        if path is None:
            return match[0]
        return f"]({relpath(page_of(path), dirname(page.file.src_uri) or '.')}{match[2] or ''})"

    if place.startswith(DOCC):
        # Symbols are links in DocC alone.
        markdown = re.sub(r"``/\w+/([^`]*)``", r"`\1`", markdown)
    if place.startswith("docs/") or place.endswith(".md"):
        markdown = LINK.sub(led, markdown)
    if place not in NAMED and not place.startswith("docs/"):
        page.meta["search"] = {"exclude": True}
    if place == "docs/symptoms.md":
        page.meta["search"] = {"boost": 4}
    return markdown


def on_page_content(content, page, config, files):
    if page.file.src_uri == "reasons.md":
        # Of a thousand codes the areas are enough beside the page.
        for title in page.toc.items:
            for area in title.children:
                area.children = []
    return content


def on_nav(nav, config, files):
    if os.environ.get("LIBRARY"):
        nav.items.append(Link("The library", "library/documentation/sessionbridge/index.html"))
    return nav
