import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const start = (word: string) => spawn(process.execPath, [main, word], { stdio: ['ignore', 'pipe', 'pipe'] })

it('prints its version', async () => {
  expect(await text(start('--version').stdout)).toBe(`${packageFile.version}\n`)
})

it('exits without an error when its reader closes the pipe, as head does', async () => {
  const command = start('--help')
  command.stdout.destroy()
  const [complaint, [code]] = await Promise.all([text(command.stderr), once(command, 'close')])
  expect({ complaint, code }).toEqual({ complaint: '', code: 0 })
})
