import { defineConfig } from 'vite'
import desk from '../desk/vite.config.ts'

/** The room of integrators, built as the desk is and served by the API under its own path. */
export default defineConfig({ ...desk, root: import.meta.dirname, base: '/room/', publicDir: '../desk/public' })
