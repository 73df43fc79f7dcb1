// A studio as a user starts it, and a browser that sees it.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequire } from "node:module";

const { chromium } = createRequire(join(process.env.PLAYWRIGHT_FOLDER, "node_modules", "index.js"))("playwright-core");

export const folder = mkdtempSync(join(tmpdir(), "bellwether-studio-"));
const running = new Set();
export const endAll = () => { for (const child of running) child.kill("SIGKILL"); };
process.on("exit", () => {
  endAll();
  rmSync(folder, { recursive: true, force: true });
});

export const write = (name, text) => writeFileSync(join(folder, name), text);

/** Starts the tool and waits for the address that it prints. */
export function start(...words) {
  const child = spawn(process.env.BELLWETHER_TOOL, ["studio", ...words, "--no-open", "--quiet", "--threads", "2"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  const ended = new Promise((resolve) => child.on("exit", (status, signal) => { running.delete(child); resolve(signal ?? status); }));
  let said = "";
  child.stderr.on("data", (bytes) => (said += bytes));
  return new Promise((resolve, reject) => {
    let out = "";
    child.stdout.on("data", (bytes) => {
      out += bytes;
      const address = /http:\/\/127\.0\.0\.1:\d+\/\?token=\w+/.exec(out);
      if (address) resolve({ address: address[0], kill: (signal) => { child.kill(signal); return ended; }, ended });
    });
    ended.then((status) => reject(new Error(`the studio ended with ${status}: ${said}`)));
  });
}

export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });

/** Opens the page and keeps an eye on what it asks for and what goes wrong. */
export async function open(browser, address, settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...settings });
  const page = await context.newPage();
  const seen = { errors: [], elsewhere: [] };
  page.on("console", (message) => seen.errors.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("request", (request) => new URL(request.url()).origin === new URL(address).origin || seen.elsewhere.push(request.url()));
  await page.goto(address);
  return { page, seen, close: () => context.close() };
}

export const ready = async (page) => {
  await page.getByRole("heading", { name: /\d+ groups/ }).waitFor();
  await page.locator(".plot .wait").waitFor({ state: "detached" });
};

export const search = async (page, words) => {
  await page.getByRole("searchbox").fill(words);
  await page.getByRole("searchbox").press("Enter");
  await page.getByRole("heading", { name: `with “${words}”` }).waitFor();
};

/** The group of each item by its id, as the export has it. */
export async function groups(page) {
  const address = await page.getByRole("link", { name: /items with their groups/ }).getAttribute("href");
  const csv = await page.evaluate(async (where) => (await fetch(where)).text(), address);
  const lines = csv.trim().split("\n").slice(1);
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(",")), line.slice(line.lastIndexOf(",") + 1)]));
}

export const picture = async (page, name) => {
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`), fullPage: true });
};
export const overhang = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
