// The map: every item a point.

import { useEffect, useRef, useState } from "preact/hooks";
import { colourOf, css, shade } from "./colours";
import { useStore } from "./hooks";
import { Mode, Scatter } from "./scatter";
import { ColourBy } from "./store";

const modes: [Mode, string][] = [["lasso", "Lasso"], ["box", "Box"], ["pan", "Move"]];

export function MapPart() {
  const store = useStore();
  const canvas = useRef<HTMLCanvasElement>(null), overlay = useRef<HTMLCanvasElement>(null), scatter = useRef<Scatter | null>(null);
  const [mode, setMode] = useState<Mode>("lasso");
  useEffect(() => {
    const made = new Scatter(canvas.current!, overlay.current!);
    made.onChoose = ({ items, add }) => store.select(items, items.length === 1 ? "one on the map" : "on the map", add);
    scatter.current = made;
  }, []);
  useEffect(() => { if (scatter.current) scatter.current.mode = mode; }, [mode]);
  useEffect(() => { scatter.current?.setPlaces(store.places); }, [store.places]);
  useEffect(() => {
    scatter.current?.setColours(store.colours());
    scatter.current?.setSelected(store.selected, store.pending?.preview?.items ?? []);
  }, [store.changes]);
  const key = (event: KeyboardEvent) => {
    const s = scatter.current;
    const steps: Record<string, () => void> = {
      ArrowLeft: () => s?.panBy(-0.1, 0), ArrowRight: () => s?.panBy(0.1, 0), ArrowUp: () => s?.panBy(0, 0.1), ArrowDown: () => s?.panBy(0, -0.1),
      "+": () => s?.zoomBy(1.25), "-": () => s?.zoomBy(0.8), "0": () => s?.reset(),
    };
    if (!steps[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    steps[event.key]();
  };
  const count = store.state?.items ?? 0;
  return (
    <section class="map" aria-label="Map">
      <div class="bar">
        <div role="group" aria-label="What dragging does">
          {modes.map(([value, label]) => (
            <button key={value} aria-pressed={mode === value} onClick={() => setMode(value)}>{label}</button>
          ))}
        </div>
        <label>Colour <select value={store.colourBy} onChange={(e) => void store.colour(e.currentTarget.value as ColourBy)}>
          <option value="group">group</option>
          <option value="certainty">certainty</option>
          <option value="said">what you said</option>
          {store.state?.truth.length ? <option value="truth">true class</option> : null}
          {store.state?.columns.map((name, j) => <option key={j} value={`column:${j}`}>{name}</option>)}
        </select></label>
        <button aria-label="Zoom in" onClick={() => scatter.current?.zoomBy(1.4)}>+</button>
        <button aria-label="Zoom out" onClick={() => scatter.current?.zoomBy(0.7)}>−</button>
        <button onClick={() => scatter.current?.reset()}>All</button>
      </div>
      <div class="plot" tabIndex={0} role="img" onKeyDown={key}
        aria-label={`Map of ${count} items. Arrow keys move it, plus and minus zoom. To choose items without a pointer, use the groups and the search.`}>
        <canvas ref={canvas} />
        <canvas ref={overlay} class="overlay" data-mode={mode} />
        {store.places.length === 0 ? <p class="wait">The map is being drawn</p> : null}
      </div>
      {store.then ? (
        <p class="note">This is how it was after step {store.then.event}. <a href="#now">Back to now</a></p>
      ) : null}
      {store.colourBy === "certainty" || store.colourBy.startsWith("column:") ? (
        <p class="legend"><span class="swatch" style={{ background: css(shade(0)) }} />low <span class="swatch" style={{ background: css(shade(1)) }} />high</p>
      ) : store.colourBy === "truth" ? (
        <p class="legend">{store.state?.truth.slice(0, 20).map((name, i) => <span key={i}><span class="swatch" style={{ background: css(colourOf(i)) }} />{name} </span>)}</p>
      ) : null}
    </section>
  );
}
