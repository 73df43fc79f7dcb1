// A scatter plot of very many points. WebGL draws them; without it a plain canvas does. regl and what stands on it make functions of
// text, which the page's content security policy forbids, so the sixty lines that are needed are here.

const vertex = `
attribute vec2 place; attribute vec4 colour;
uniform vec2 scale, shift; uniform float size;
varying vec4 tint;
void main() { gl_Position = vec4(place * scale + shift, 0.0, 1.0); gl_PointSize = size; tint = colour; }`;
const fragment = `
precision mediump float; varying vec4 tint; uniform float ring;
void main() {
  float d = distance(gl_PointCoord, vec2(0.5));
  if (d > 0.5 || (ring > 0.5 && d < 0.3)) discard;
  gl_FragColor = vec4(tint.rgb * tint.a, tint.a);
}`;

const most_moving = 60_000;

export type Mode = "pan" | "lasso" | "box";
export interface Chosen { items: number[]; add: boolean }

export class Scatter {
  places: Float32Array<ArrayBuffer> = new Float32Array(0);
  mode: Mode = "lasso";
  onChoose: (chosen: Chosen) => void = () => {};
  private colours: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  private selected: number[] = [];
  private ringed: number[] = [];
  private zoom = 0.92;
  private centre = [0, 0];
  private path: [number, number][] = [];
  private gl: WebGLRenderingContext | null;
  private buffers: { places: WebGLBuffer; colours: WebGLBuffer; selected: WebGLBuffer; ringed: WebGLBuffer } | null = null;
  private at: Record<string, WebGLUniformLocation | null> = {};
  private waiting = false;
  private still = 0;  // a timer: until it rings the map is moving

  constructor(private canvas: HTMLCanvasElement, private overlay: HTMLCanvasElement) {
    this.gl = canvas.getContext("webgl", { antialias: false, alpha: true, premultipliedAlpha: true });
    if (this.gl) this.prepare(this.gl);
    this.listen();
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  private prepare(gl: WebGLRenderingContext) {
    const program = gl.createProgram()!;
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.bindAttribLocation(program, 0, "place");
    gl.bindAttribLocation(program, 1, "colour");
    gl.linkProgram(program);
    gl.useProgram(program);
    for (const name of ["scale", "shift", "size", "ring"]) this.at[name] = gl.getUniformLocation(program, name);
    const make = () => gl.createBuffer()!;
    this.buffers = { places: make(), colours: make(), selected: make(), ringed: make() };
    gl.getExtension("OES_element_index_uint");
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  setPlaces(places: Float32Array<ArrayBuffer>) {
    this.places = places;
    this.upload("places", places, 0, 2);
    this.draw();
  }

  /** Four bytes for each point: red, green, blue, how opaque. */
  setColours(colours: Uint8Array<ArrayBuffer>) {
    this.colours = colours;
    this.upload("colours", colours, 1, 4);
    this.draw();
  }

  /** Drawn on top of the others; the ringed ones with a ring around them. */
  setSelected(selected: number[], ringed: number[]) {
    this.selected = selected;
    this.ringed = ringed;
    const gl = this.gl;
    if (gl && this.buffers)
      for (const [buffer, list] of [[this.buffers.selected, selected], [this.buffers.ringed, ringed]] as const) {
        gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
        gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(list), gl.DYNAMIC_DRAW);
      }
    this.draw();
  }

  private upload(which: "places" | "colours", data: Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>, at: number, size: number) {
    const gl = this.gl;
    if (!gl || !this.buffers) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[which]);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
    gl.enableVertexAttribArray(at);
    this.point(which, at, size, 0);
  }

  private point(which: "places" | "colours", at: number, size: number, stride: number) {
    const gl = this.gl!;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers![which]);
    gl.vertexAttribPointer(at, size, at === 0 ? gl.FLOAT : gl.UNSIGNED_BYTE, at === 1, stride, 0);
  }

  /** While it moves, of very many points every so many-th is drawn; all are there again when it rests. */
  private drawMoving() {
    clearTimeout(this.still);
    this.still = window.setTimeout(() => { this.still = 0; this.draw(); }, 120);
    this.draw();
  }

  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.drawNow(); });
  }

  private get scale(): [number, number] {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    const side = Math.min(w, h) * this.zoom;
    return [side / Math.max(w, 1), side / Math.max(h, 1)];
  }

  private drawNow() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    for (const one of [this.canvas, this.overlay]) {
      const w = Math.round(one.clientWidth * ratio), h = Math.round(one.clientHeight * ratio);
      if (one.width !== w || one.height !== h) { one.width = w; one.height = h; }
    }
    const count = this.places.length / 2;
    if (this.colours.length !== 4 * count) return;
    const usual = Math.max(1.5, Math.min(9, 220 / Math.sqrt(count || 1))) * ratio * Math.min(2, Math.max(1, Math.sqrt(this.zoom)));
    const [sx, sy] = this.scale;
    const gl = this.gl;
    if (!gl || !this.buffers) return this.drawPlain(usual, sx, sy);
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform2f(this.at.scale, sx, sy);
    gl.uniform2f(this.at.shift, -this.centre[0] * sx, -this.centre[1] * sy);
    gl.uniform1f(this.at.ring, 0);
    gl.uniform1f(this.at.size, usual);
    const every = this.still ? Math.min(31, Math.ceil(count / most_moving)) : 1;  // a stride has at most 255 bytes
    this.point("places", 0, 2, 8 * every);
    this.point("colours", 1, 4, 4 * every);
    gl.drawArrays(gl.POINTS, 0, Math.floor(count / every));
    this.point("places", 0, 2, 8);
    this.point("colours", 1, 4, 4);
    if (this.still && this.selected.length > most_moving) return;
    for (const [buffer, list, ring] of [[this.buffers.selected, this.selected, 0], [this.buffers.ringed, this.ringed, 1]] as const) {
      if (!list.length) continue;
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
      gl.uniform1f(this.at.ring, ring);
      gl.uniform1f(this.at.size, usual * (ring ? 2.4 : 1.5));
      gl.drawElements(gl.POINTS, list.length, gl.UNSIGNED_INT, 0);
    }
  }

  private drawPlain(usual: number, sx: number, sy: number) {
    const context = this.canvas.getContext("2d");
    if (!context) return;
    const { width: w, height: h } = this.canvas;
    context.clearRect(0, 0, w, h);
    const dot = (i: number, size: number) => {
      const x = (((this.places[2 * i] - this.centre[0]) * sx + 1) / 2) * w, y = ((1 - (this.places[2 * i + 1] - this.centre[1]) * sy) / 2) * h;
      const c = this.colours;
      context.fillStyle = `rgba(${c[4 * i]}, ${c[4 * i + 1]}, ${c[4 * i + 2]}, ${c[4 * i + 3] / 255})`;
      context.fillRect(x - size / 2, y - size / 2, size, size);
    };
    for (let i = 0; i < this.places.length / 2; ++i) dot(i, usual * 0.8);
    for (const i of this.selected) dot(i, usual * 1.3);
    for (const i of this.ringed) dot(i, usual * 2);
  }

  // --- the pointer ---

  private toPlace(x: number, y: number): [number, number] {
    const box = this.canvas.getBoundingClientRect(), [sx, sy] = this.scale;
    return [((2 * (x - box.left)) / box.width - 1) / sx + this.centre[0], (1 - (2 * (y - box.top)) / box.height) / sy + this.centre[1]];
  }

  zoomBy(factor: number, about: [number, number] = [this.centre[0], this.centre[1]]) {
    const zoom = Math.max(0.3, Math.min(400, this.zoom * factor)), share = this.zoom / zoom;
    this.centre = [about[0] + (this.centre[0] - about[0]) * share, about[1] + (this.centre[1] - about[1]) * share];
    this.zoom = zoom;
    this.drawMoving();
  }
  panBy(x: number, y: number) {
    this.centre = [this.centre[0] + x / this.zoom, this.centre[1] + y / this.zoom];
    this.drawMoving();
  }
  reset() { this.zoom = 0.92; this.centre = [0, 0]; this.draw(); }

  private listen() {
    const over = this.overlay;
    let last: [number, number] | null = null, moved = 0;
    over.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY / 400), this.toPlace(event.clientX, event.clientY));
    }, { passive: false });
    over.addEventListener("pointerdown", (event) => {
      over.setPointerCapture(event.pointerId);
      last = [event.clientX, event.clientY];
      moved = 0;
      this.path = [last];
    });
    over.addEventListener("pointermove", (event) => {
      if (!last) return;
      const now: [number, number] = [event.clientX, event.clientY];
      moved += Math.hypot(now[0] - last[0], now[1] - last[1]);
      if (this.mode === "pan") {
        const from = this.toPlace(...last), to = this.toPlace(...now);
        this.centre = [this.centre[0] + from[0] - to[0], this.centre[1] + from[1] - to[1]];
        this.drawMoving();
      } else {
        this.path.push(now);
        this.trace();
      }
      last = now;
    });
    const end = (event: PointerEvent) => {
      if (!last) return;
      last = null;
      const items = moved < 4 ? this.nearest(event.clientX, event.clientY) : this.mode === "pan" ? null : this.inside();
      this.path = [];
      this.trace();
      if (items) this.onChoose({ items, add: event.shiftKey });
    };
    over.addEventListener("pointerup", end);
    over.addEventListener("pointercancel", () => { last = null; this.path = []; this.trace(); });
  }

  private outline(): [number, number][] {
    if (this.mode !== "box" || this.path.length < 2) return this.path;
    const [a, b] = [this.path[0], this.path[this.path.length - 1]];
    return [a, [b[0], a[1]], b, [a[0], b[1]]];
  }

  private trace() {
    const context = this.overlay.getContext("2d");
    if (!context) return;
    const box = this.overlay.getBoundingClientRect(), ratio = this.overlay.width / Math.max(box.width, 1);
    context.clearRect(0, 0, this.overlay.width, this.overlay.height);
    const outline = this.outline();
    if (outline.length < 2) return;
    context.beginPath();
    for (const [x, y] of outline) context.lineTo((x - box.left) * ratio, (y - box.top) * ratio);
    context.closePath();
    context.lineWidth = 1.5 * ratio;
    context.strokeStyle = "#3f78b5";
    context.fillStyle = "rgba(63, 120, 181, 0.15)";
    context.fill();
    context.stroke();
  }

  private nearest(x: number, y: number): number[] {
    const [px, py] = this.toPlace(x, y), [qx] = this.toPlace(x + 10, y), reach = Math.abs(qx - px);
    let best = -1, least = reach * reach;
    for (let i = 0; i < this.places.length / 2; ++i) {
      const d = (this.places[2 * i] - px) ** 2 + (this.places[2 * i + 1] - py) ** 2;
      if (d < least) { least = d; best = i; }
    }
    return best < 0 ? [] : [best];
  }

  private inside(): number[] {
    const path = this.outline().map(([x, y]) => this.toPlace(x, y));
    const xs = path.map((p) => p[0]), ys = path.map((p) => p[1]);
    const left = Math.min(...xs), right = Math.max(...xs), low = Math.min(...ys), high = Math.max(...ys);
    const items: number[] = [];
    for (let i = 0; i < this.places.length / 2; ++i) {
      const x = this.places[2 * i], y = this.places[2 * i + 1];
      if (x < left || x > right || y < low || y > high) continue;
      let within = false;
      for (let a = 0, b = path.length - 1; a < path.length; b = a++)
        if (path[a][1] > y !== path[b][1] > y && x < ((path[b][0] - path[a][0]) * (y - path[a][1])) / (path[b][1] - path[a][1]) + path[a][0])
          within = !within;
      if (within) items.push(i);
    }
    return items;
  }
}
