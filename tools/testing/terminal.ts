import { fail } from '@eclusa/gateway/src/cli/client/outcome.ts'
import { addIntegratorCommands } from '@eclusa/gateway/src/cli/integrator-commands.ts'
import { Command } from 'commander'
import { vi } from 'vitest'

export interface TerminalExit {
  code: number
  out: string
  err: string
}

type Commands = (program: Command) => void

/** Runs a CLI command of integrators in this process, and returns its result. */
export async function give(env: Record<string, string>, words: string[], more: Commands[] = []): Promise<TerminalExit> {
  const clean = { ECLUSA_URL: '', ECLUSA_TOKEN: '', ECLUSA_API_KEY: '', LANG: '', LC_ALL: '' }
  for (const [name, value] of Object.entries({ ...clean, ...env })) vi.stubEnv(name, value)
  const program = new Command('eclusa').option('--json').option('--csv').exitOverride()
  const [out, err] = [listen('stdout'), listen('stderr')]
  const before = process.exitCode
  process.exitCode = 0
  try {
    for (const add of [addIntegratorCommands, ...more]) add(program)
    await program.parseAsync(words, { from: 'user' }).catch((error: unknown) => fail(error, program.opts()))
    return { code: process.exitCode, out: out.end(), err: err.end() }
  } finally {
    process.exitCode = before
    out.end()
    err.end()
    vi.unstubAllEnvs()
  }
}

function listen(name: 'stdout' | 'stderr') {
  const heard: string[] = []
  const write = vi.spyOn(process[name], 'write').mockImplementation((chunk) => heard.push(String(chunk)) > 0)
  return {
    end() {
      write.mockRestore()
      return heard.join('')
    },
  }
}
