// Pages as a user makes them, with the real program, and a browser that sees them.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRequire } from "node:module";

const tool = process.env.BELLWETHER_TOOL;
const { chromium } = createRequire(join(process.env.PLAYWRIGHT_FOLDER, "node_modules", "index.js"))("playwright-core");

export const folder = mkdtempSync(join(tmpdir(), "bellwether-page-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

export const bellwether = (...words) => execFileSync(tool, words, { cwd: folder, encoding: "utf8" });

export function write(name, text) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });

/** Opens a page and keeps an eye on what it asks for and what goes wrong. */
export async function open(browser, file, settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...settings });
  const page = await context.newPage();
  const seen = { errors: [], requests: [] };
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && seen.errors.push(message.text()));
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("request", (request) => request.url().startsWith("data:") || seen.requests.push(request.url()));
  await page.goto(pathToFileURL(join(folder, file)).href);
  return { page, seen, close: () => context.close() };
}

/** How far the page is wider than the window. */
export const overhang = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Kept where the build keeps everything; never in the sources. */
export async function picture(page, name) {
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`), fullPage: true });
}
