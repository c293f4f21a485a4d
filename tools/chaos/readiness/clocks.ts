import { writeFileSync } from 'node:fs'
import { installed } from '@eclusa/simulators/debian.ts'

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

/** Preloads a clock with this offset in seconds for a process started with `env`. */
export interface Clock {
  env: Record<string, string>
  set(offsetSeconds: number): void
}

export async function openClock(file: string): Promise<Clock> {
  await installed([LIBRARY], ['libfaketime'])
  const set = (offsetSeconds: number) =>
    writeFileSync(file, `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}\n`, { mode: 0o644 })
  set(0)
  const env = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { env, set }
}
