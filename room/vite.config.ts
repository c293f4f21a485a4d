import { defineConfig } from 'vite'
import desk from '../desk/vite.config.ts'

/** Vite build of the developer portal, like the desk's, served by the API under its own path. */
export default defineConfig({ ...desk, root: import.meta.dirname, base: '/room/', publicDir: '../desk/public' })
