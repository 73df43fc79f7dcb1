// Plots that answer the pointer, in place of the still ones. All text reaches the page as text: names are set by
// textContent, and the tooltips of Vega escape what they show.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const tint = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const redraw = [];

  /** How every plot looks: in the colours of the page, whichever they are just now. */
  function look() {
    const ink = tint("--ink"), line = tint("--line");
    return {
      background: "transparent",
      font: "system-ui, sans-serif",
      axis: { labelColor: ink, titleColor: ink, gridColor: line, domainColor: line, tickColor: line, labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal" },
      legend: { labelColor: ink, titleColor: ink, labelFontSize: 12, titleFontSize: 12, labelLimit: 150, symbolLimit: 60 },
      view: { stroke: "transparent" },
    };
  }

  function draw(place, spec) {
    return vegaEmbed(place, { $schema: "https://vega.github.io/schema/vega-lite/v6.json", width: "container", autosize: { type: "fit-x", contains: "padding" }, config: look(), ...spec }, {
      renderer: "svg",
      ast: true, // no code is made from text, so the page needs no leave for it
      actions: false,
      tooltip: { theme: dark.matches ? "dark" : "light" },
    });
  }

  function whenSeen(place, drawing) {
    let drawn = false;
    const once = () => {
      drawn = true;
      drawing();
    };
    redraw.push(() => drawn && drawing());
    // A closed <details> has no width: its plots wait until it is opened.
    const closed = place.closest("details:not([open])");
    if (closed) closed.addEventListener("toggle", () => drawn || once());
    else once();
  }

  function choice(controls, words, options, changed) {
    const label = document.createElement("label");
    label.append(words + " ");
    const select = document.createElement("select");
    for (const [value, text] of options) {
      const option = document.createElement("option");
      option.value = value;
      option.textContent = text;
      select.append(option);
    }
    select.addEventListener("change", changed);
    label.append(select);
    controls.append(label);
    return select;
  }

  const titles = { id: "item", group: "group", class: "true class", before: "without the knowledge", certainty: "certainty", text: "text" };

  function rowsOf(items, map) {
    const columns = Object.keys(titles).filter((name) => items[name]);
    return items.id.map((_, i) => {
      const row = { x: items.x[map][i], y: items.y[map][i] };
      for (const name of columns) row[name] = items[name][i];
      return row;
    });
  }

  function colouring(result, by) {
    if (by === "certainty") return { field: by, type: "quantitative", title: titles[by], scale: { scheme: dark.matches ? "plasma" : "viridis" } };
    const domain = by === "class" ? result.classes : result.groups;
    const range = by === "class" ? result.classColours : result.groupColours;
    return { field: by, type: "nominal", title: titles[by], scale: { domain, range }, legend: domain.length > 60 ? null : { orient: "bottom", columns: { expr: "width > 560 ? 6 : 2" } } };
  }

  /** Ends of both axes, so that a step is as long across as it is upwards. */
  function domains(items, map, width, height) {
    const ends = (values) => [Math.min(...values), Math.max(...values)];
    const [x, y] = [ends(items.x[map]), ends(items.y[map])];
    const unit = 1.06 * Math.max((x[1] - x[0]) / width, (y[1] - y[0]) / height, 1e-12);
    const around = ([low, high], pixels) => [(low + high - unit * pixels) / 2, (low + high + unit * pixels) / 2];
    return [around(x, width), around(y, height)];
  }

  function mapSpec(result, map, by, width) {
    const height = Math.min(440, Math.max(300, width));
    const [across, upwards] = domains(result.items, map, width, height);
    const names = Object.keys(titles).filter((name) => result.items[name]);
    const axis = map === 0 ? null : { labels: false, ticks: false, title: undefined };
    const count = result.items.id.length;
    return {
      height,
      data: { values: rowsOf(result.items, map) },
      params: [
        { name: "view", select: "interval", bind: "scales" },
        ...(by === "certainty" ? [] : [{ name: "picked", select: { type: "point", fields: [by] }, bind: "legend" }]),
      ],
      mark: { type: "circle", clip: true, size: count > 800 ? 22 : count > 200 ? 36 : 60 },
      encoding: {
        x: { field: "x", type: "quantitative", scale: { domain: across, nice: false }, axis: axis && { ...axis, title: "first direction" } },
        y: { field: "y", type: "quantitative", scale: { domain: upwards, nice: false }, axis: axis && { ...axis, title: "second direction" } },
        color: colouring(result, by),
        opacity: by === "certainty" ? { value: 0.85 } : { condition: { param: "picked", value: 0.85 }, value: 0.08 },
        tooltip: names.map((field) => ({ field, title: titles[field], ...(field === "certainty" ? { format: ".2f" } : {}) })),
      },
    };
  }

  for (const place of document.querySelectorAll("[data-map]")) {
    const result = data.results[Number(place.dataset.map)];
    whenSeen(place, () => {
      const kept = [...place.querySelectorAll("select")].map((select) => select.value);
      place.replaceChildren();
      place.classList.add("drawn");
      const controls = document.createElement("div");
      controls.className = "controls";
      const canvas = document.createElement("div");
      canvas.className = "canvas";
      place.append(controls, canvas);
      const show = () => draw(canvas, mapSpec(result, Number(map.value), by.value, canvas.clientWidth));
      const map = choice(controls, "Placed by", [["0", "neighbourhoods"], ["1", "main directions"]], show);
      const by = choice(controls, "Coloured by", ["group", "class", "before", "certainty"].filter((name) => result.items[name]).map((name) => [name, titles[name]]), show);
      if (kept.length) [map.value, by.value] = kept;
      show();
    });
  }

  for (const place of document.querySelectorAll("[data-trace]")) {
    const result = data.results[Number(place.dataset.trace)];
    whenSeen(place, () => {
      place.classList.add("drawn");
      draw(place, {
        height: 220,
        data: { values: result.trace.map((value, iteration) => ({ iteration, value })) },
        mark: { type: "line", point: result.trace.length < 60, color: tint("--mark") },
        encoding: {
          x: { field: "iteration", type: "quantitative", axis: { tickMinStep: 1 } },
          y: { field: "value", type: "quantitative", title: result.objective, scale: { zero: false } },
          tooltip: [{ field: "iteration" }, { field: "value", title: result.objective }],
        },
      });
    });
  }

  for (const place of document.querySelectorAll("[data-comparison]")) {
    const { score, methods } = data.comparison;
    const repeats = methods.flatMap(({ method, values }) => values.map((value, repeat) => ({ method, value, repeat })));
    whenSeen(place, () => {
      place.classList.add("drawn");
      draw(place, {
        height: 26 * methods.length,
        encoding: { y: { field: "method", type: "nominal", sort: null, title: null, axis: { labelLimit: 150 } } },
        layer: [
          { data: { values: repeats }, mark: { type: "tick", opacity: 0.45, color: tint("--quiet") }, encoding: { x: { field: "value", type: "quantitative", title: score, scale: { domain: [0, 1] } }, tooltip: [{ field: "method" }, { field: "repeat" }, { field: "value", format: ".4f" }] } },
          { data: { values: methods }, mark: { type: "point", filled: true, size: 90 }, encoding: { x: { field: "mean", type: "quantitative" }, color: { condition: { test: "datum.best", value: tint("--mark") }, value: tint("--quiet") }, tooltip: [{ field: "method" }, { field: "mean", format: ".4f" }, { field: "deviation", format: ".4f" }] } },
        ],
      });
    });
  }

  /** A link to a result that is folded away unfolds it. */
  function unfold() {
    const target = document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement) target.open = true;
  }
  addEventListener("hashchange", unfold);
  unfold();

  const again = () => redraw.forEach((drawing) => drawing());
  dark.addEventListener("change", again);
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => (part.open = true)));
})();
