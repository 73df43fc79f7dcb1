// One script and one style, by names that the server knows; no map to the sources, no part that is loaded later.
import { defineConfig } from "vite";

/** Every request needs the token; the server puts it where TOKEN stands. */
const withToken = {
  name: "with-token",
  transformIndexHtml: {
    order: "post" as const,
    handler: (html: string) => html.replace(/(src|href)="\/(studio\.\w+)"/g, '$1="/$2?token=TOKEN"').replaceAll(" crossorigin", ""),
  },
};

export default defineConfig({
  plugins: [withToken],
  publicDir: false,
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "inline" },
  build: {
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    assetsDir: "",
    assetsInlineLimit: 0,
    rollupOptions: {
      output: { entryFileNames: "studio.js", assetFileNames: "studio[extname]", inlineDynamicImports: true },
    },
  },
});
