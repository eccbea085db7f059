/// What the pages share.
enum SiteAssets: Sendable {
    static let style = """
        :root {
          --ink: #1d2330; --soft: #586174; --paper: #ffffff; --tint: #f3f5f9; --line: #d9dee8;
          --link: #0b57b0; --good: #18703a; --bad: #a52323;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ink: #e6e9f0; --soft: #a3acbf; --paper: #14171e; --tint: #1e232d; --line: #333b4a;
            --link: #8ab8ff; --good: #7fd39a; --bad: #ff9d94;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0 auto; padding: 0 1rem 3rem; max-width: 52rem; background: var(--paper); color: var(--ink);
          font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; overflow-wrap: break-word;
        }
        a { color: var(--link); }
        a:focus-visible, input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
        header {
          display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; padding: .8rem 0;
          border-bottom: 1px solid var(--line);
        }
        header .home { font-weight: 700; color: inherit; text-decoration: none; }
        nav { display: flex; gap: 1rem; }
        form { margin-left: auto; }
        form label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        input {
          font: inherit; width: 17rem; max-width: 100%; padding: .35rem .6rem; color: inherit;
          background: var(--tint); border: 1px solid var(--line); border-radius: .4rem;
        }
        #found { background: var(--tint); border-radius: .5rem; padding: .6rem 1rem; margin-top: .8rem; }
        #found ul { margin: 0; padding: 0; list-style: none; }
        #found li { padding: .2rem 0; }
        h1 { font-size: 1.7rem; line-height: 1.25; margin: 1.4rem 0 .6rem; }
        h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
        h2 a { color: inherit; text-decoration: none; }
        h2 a:hover { text-decoration: underline; }
        h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
        .meaning { font-size: 1.12rem; }
        .fix { background: var(--tint); border-left: 4px solid var(--good); padding: .5rem .8rem; border-radius: .2rem; }
        .path, footer, .file { color: var(--soft); font-size: .9rem; }
        .path { margin: 1rem 0 0; }
        .file { margin: .8rem 0 -.4rem; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; font-size: .95rem; }
        dt { color: var(--soft); }
        dd { margin: 0; }
        code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .88em; }
        pre {
          background: var(--tint); padding: .8rem 1rem; border-radius: .5rem; overflow-x: auto; line-height: 1.45;
          white-space: pre-wrap; overflow-wrap: anywhere;
        }
        pre code { font-size: .86rem; }
        .wide { overflow-x: auto; }
        main > table { display: block; overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-size: .93rem; }
        th, td { text-align: left; vertical-align: top; padding: .35rem .7rem .35rem 0; border-bottom: 1px solid var(--line); }
        th { color: var(--soft); font-weight: 600; }
        .number { text-align: right; }
        .good { color: var(--good); }
        .bad { color: var(--bad); font-weight: 600; }
        .cards { list-style: none; padding: 0; }
        .cards li { background: var(--tint); border-radius: .5rem; padding: .7rem 1rem; margin: .5rem 0; }
        section { scroll-margin-top: 1rem; }
        footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: .6rem; }
        @media (max-width: 30rem) {
          form, input { width: 100%; }
          dl { grid-template-columns: 1fr; }
          dd { margin-bottom: .4rem; }
        }
        @media print {
          header nav, form, #found, .path { display: none !important; }
          body { max-width: none; color: #000; background: #fff; }
          pre { border: 1px solid #bbb; background: none; }
          a { color: inherit; }
        }

        """

    /// Ranks as the command does, in short: words of the title count most, and those with more of the words come first.
    static let search = """
        (function () {
          "use strict";
          const box = document.getElementById("search");
          const found = document.getElementById("found");
          if (!box || !found || typeof searchIndex === "undefined") return;
          box.form.hidden = false;
          const silent = new Set(["a", "an", "the", "is", "it", "of", "to", "in", "on", "at", "and", "or", "my", "not", "after"]);
          const wordsOf = (text) =>
            text.toLowerCase().split(/[^a-z0-9]+/).filter((word) => word && !silent.has(word));
          const entries = searchIndex.map(([title, path, text, more]) => ({
            title, path, text, fields: [[wordsOf(title), 3], [wordsOf(more), 2], [wordsOf(text), 1]],
          }));
          const weight = (entry, word) => {
            let best = 0;
            for (const [words, value] of entry.fields) {
              for (const own of words) {
                if (own === word) best = Math.max(best, value);
                else if (word.length > 2 && own.startsWith(word)) best = Math.max(best, value / 2);
              }
            }
            return best;
          };
          const show = () => {
            const words = wordsOf(box.value);
            const hits = entries
              .map((entry, place) => {
                const weights = words.map((word) => weight(entry, word));
                const count = weights.filter(Boolean).length;
                return { entry, place, score: weights.reduce((sum, one) => sum + one, 0) * count };
              })
              .filter((hit) => hit.score > 0)
              .sort((a, b) => b.score - a.score || a.place - b.place)
              .slice(0, 12);
            found.hidden = words.length === 0;
            found.textContent = "";
            if (words.length === 0) return;
            if (hits.length === 0) {
              found.textContent = "Nothing has these words.";
              return;
            }
            const list = document.createElement("ul");
            for (const { entry } of hits) {
              const item = document.createElement("li");
              const link = document.createElement("a");
              link.href = box.dataset.root + entry.path;
              link.textContent = entry.title;
              item.append(link, entry.text ? " " + entry.text : "");
              list.append(item);
            }
            found.append(list);
          };
          box.addEventListener("input", show);
          box.form.addEventListener("submit", (event) => {
            event.preventDefault();
            const first = found.querySelector("a");
            if (first) location.href = first.href;
          });
          addEventListener("keydown", (event) => {
            if (event.key === "/" && event.target !== box) {
              event.preventDefault();
              box.focus();
            } else if (event.key === "Escape" && event.target === box) {
              box.value = "";
              show();
            }
          });
        })();

        """
}
