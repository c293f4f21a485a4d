import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compiled } from '@eclusa/simulators/compiled.ts'
import { root } from '@eclusa/testing/e2e/sandbox.ts'
import type { Example } from '@eclusa/testing/guides/blocks.ts'

/** The result of a block: its output, and whether its commands succeeded. */
export interface ShellOutcome {
  output: string
  ended: 'well' | 'refused at last' | 'failed on the way'
}

/** One shell that runs block after block, as a reader does: variables of one are set in the next. */
export interface Shell {
  run(example: Example): Promise<ShellOutcome>
  close(): void
}

/** In a folder with the installed client, with the variables that the sandbox prints. */
export function createShell(folder: string, variables: Record<string, string>): Shell {
  const child = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    env: { ...process.env, ...compiled, ...variables },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  // A rejected call fails, wherever it is; the shell continues, so that each block is judged by itself.
  child.stdin.write(`exec 2>&1; set -o pipefail; trap 'FAILED=$((FAILED + 1))' ERR\n`)
  // As in a clone of the repository.
  child.stdin.write(`eclusa() { node '${root}apps/gateway/src/main.ts' "$@"; }\n`)
  let count = 0

  return {
    async run({ language, code, file }) {
      count += 1
      const name = file ?? `block-${count}.ts`
      if (file || language === 'ts') await writeFile(join(folder, name), code)
      const command = file ? 'true' : language === 'ts' ? `node ${name}` : code
      const end = randomUUID()
      said = ''
      child.stdin.write(`FAILED=0\n${command}\nLAST=$?\necho; echo "${end} $FAILED $LAST"\n`)
      const [output, failed, last] = await heard(end)
      const ended = failed === '0' ? 'well' : failed === '1' && last !== '0' ? 'refused at last' : 'failed on the way'
      return { output, ended }
    },
    close() {
      child.stdin.destroy()
      process.kill(-child.pid!, 'SIGKILL')
    },
  }

  async function heard(end: string): Promise<[output: string, failed: string, last: string]> {
    const pattern = new RegExp(`^([\\s\\S]*)\\n${end} (\\d+) (\\d+)\\n`)
    for (const until = Date.now() + 90_000; Date.now() < until; ) {
      const match = pattern.exec(said)
      if (match) return [match[1]!, match[2]!, match[3]!]
      if (child.exitCode !== null) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`the shell says nothing more after:\n${said}`)
  }
}
