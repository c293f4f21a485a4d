import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Keeps compiled sources between starts, or a machine that starts a process a second does little else. */
export const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'eclusa-compiled') }
