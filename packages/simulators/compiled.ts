import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Compile cache: without it a machine that starts a process each second would mostly compile. */
export const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'eclusa-compiled') }
