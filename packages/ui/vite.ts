import { fileURLToPath } from 'node:url'
import type { UserConfig } from 'vite'

/** Vite build of the desk's pages. Nothing is inlined, because the Content-Security-Policy allows only files of its own. */
export const webApplication: UserConfig = {
  publicDir: fileURLToPath(new URL('public', import.meta.url)),
  // The placeholder for the nonce of each response.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    // Licence texts are included in the build.
    license: { fileName: 'licences.json' },
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onwarn(warning, warn) {
        // Server rendering code that is not used here.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
}
