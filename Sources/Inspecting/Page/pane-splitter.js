// The edge between the lanes and the tabs: dragged, or moved with the arrow keys.

import { element } from "./page-element.js";

const smallest = 90;

export function paneSplitter(pane) {
  const edge = element("div.splitter",
    {
      role: "separator", tabindex: "0", "aria-orientation": "horizontal", "aria-label": "Height of the details",
      title: "Drag, or use the arrow keys",
    });
  const largest = () => Math.max(smallest, Math.round(innerHeight * 0.75));

  function setHeight(height) {
    const fitting = Math.max(smallest, Math.min(largest(), Math.round(height)));
    pane.style.height = `${fitting}px`;
    tell(fitting);
  }

  function tell(height) {
    edge.setAttribute("aria-valuenow", Math.round(height));
    edge.setAttribute("aria-valuemin", smallest);
    edge.setAttribute("aria-valuemax", Math.max(largest(), Math.round(height)));
  }

  tell(innerHeight * 0.29);
  new ResizeObserver(() => tell(pane.offsetHeight)).observe(pane);

  edge.addEventListener("pointerdown", (event) => {
    edge.setPointerCapture(event.pointerId);
    const start = { y: event.clientY, height: pane.offsetHeight };
    const move = (moved) => setHeight(start.height + start.y - moved.clientY);
    edge.addEventListener("pointermove", move);
    edge.addEventListener("lostpointercapture", () => edge.removeEventListener("pointermove", move), { once: true });
  });
  edge.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 24, ArrowDown: -24, PageUp: 120, PageDown: -120 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setHeight(pane.offsetHeight + step);
  });
  return edge;
}
