import { createShells, type Shells } from '@eclusa/testing/completing-shells.ts'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addIntegratorCommands } from '../integrator-commands.ts'
import { addCompletionCommand, scriptFor } from './completion.ts'

const program = new Command('eclusa').option('--json')
addIntegratorCommands(program)
addCompletionCommand(program)

let shells: Shells
beforeAll(async () => {
  shells = await createShells((shell) => scriptFor(shell, program))
})
afterAll(() => shells.close())

/** The input, and completions of its last word. */
const offers: [typed: string, offered: string[]][] = [
  ['we', ['webhooks']],
  ['webhooks re', ['recover', 'resend']],
  ['call updateAcc', ['updateAccount']],
  ['call updateAccount --cl', ['--clearing_code', '--client_id']],
  ['--json call createOnboarding --address.z', ['--address.zip_code']],
  ['call listClients --order ', ['asc', 'desc']],
  ['call listClients --lang pt', ['pt-BR']],
  ['call listClients --all --stat', ['--status']],
  ['simulate pay', ['payment-arrives']],
  ['simulate payment-arrives --am', ['--amount']],
  ['webhooks trigger webhooks.endpoint.t', ['webhooks.endpoint.tested']],
  ['events tail --type storage.file.a', ['storage.file.aborted']],
  ['completion ', ['bash', 'fish', 'zsh']],
]

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  it('completes commands, operations, options and values', async () => {
    for (const [typed, offered] of offers)
      expect((await shells.offered(shell, typed)).toSorted(), typed).toEqual(offered)
  })

  it('treats every word literally', () => {
    for (const [, words] of scriptFor(shell, program).matchAll(/(?:echo|split ' ' --) '([^']*)'/g))
      expect(words).toMatch(/^[\w. -]*$/)
  })
})

it('offers nothing where only the user knows the value', async () => {
  expect(await shells.offered('bash', 'call updateAccount --body @')).toEqual([])
  expect(await shells.offered('bash', 'nothing here --')).toEqual(await shells.offered('bash', '--'))
})
