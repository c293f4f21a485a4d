import { spawn } from 'node:child_process'
import { text as textOf } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { compiled } from '@eclusa/simulators/compiled.ts'
import { Command } from 'commander'
import { vi } from 'vitest'
import type { TestDesk } from './backoffice.ts'

const main = fileURLToPath(new URL('../../apps/gateway/src/main.ts', import.meta.url))

type CommandOutput = Record<string, unknown> & Record<string, unknown>[]

/** Commands as in a terminal, to a desk under test. */
export interface Eclusa {
  (as: string, words: string[]): Promise<CommandOutput>
  /** The human-readable output, without --json. */
  text(as: string, words: string[]): Promise<string>
}

/**
 * Runs commands in this process, which is much faster than starting one. `as` is the name of a person made by `desk.person`.
 * Returns the output.
 */
export async function createEclusa({ app }: TestDesk, commands: ((program: Command) => void)[]): Promise<Eclusa> {
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  vi.stubEnv('DESK_URL', url)
  const text = async (as: string, words: string[]) => {
    vi.stubEnv('DESK_TOKEN', `sub-${as}`)
    const program = new Command('eclusa').option('--json').exitOverride()
    for (const add of commands) add(program)
    const printed: string[] = []
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => printed.push(String(chunk)) > 0)
    try {
      await program.parseAsync(words, { from: 'user' })
    } finally {
      write.mockRestore()
    }
    return printed.join('')
  }
  const said = async (as: string, words: string[]) => JSON.parse(await text(as, ['--json', ...words])) as CommandOutput
  return Object.assign(said, { text })
}

/** The same in a process of its own. */
export async function runEclusa(env: NodeJS.ProcessEnv, words: string[], stdin = ''): Promise<CommandOutput> {
  const child = spawn(process.execPath, [main, '--json', ...words], {
    env: { PATH: process.env['PATH'], ...compiled, ...env },
  })
  child.stdin.end(stdin)
  const [said, complaint] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
  if (!said) throw new Error(complaint)
  return JSON.parse(said) as CommandOutput
}
