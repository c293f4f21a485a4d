import { defineConfig } from 'vite'

/** The pages of the desk as files. Nothing is inlined: the policy of the desk lets nothing but files of its own run. */
export default defineConfig({
  root: import.meta.dirname,
  // Where the desk writes the nonce of each answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    // Their texts go with what is built of them.
    license: { fileName: 'licences.json' },
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onwarn(warning, warn) {
        // Meant for pages that a server renders, which nobody does here.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
})
