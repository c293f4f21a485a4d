import { execFileSync } from 'node:child_process'
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { addIntegratorCommands } from '../of-integrators.ts'
import { addCompletionCommand, scriptFor } from './completion.ts'

const program = new Command('eclusa').option('--json')
addIntegratorCommands(program)
addCompletionCommand(program)
const bash = scriptFor('bash', program)

/** What bash offers after these words, the last of which is being typed. */
function offered(...words: string[]): string[] {
  const typed = words.map((word) => `'${word}'`).join(' ')
  const ask = `${bash}\nCOMP_WORDS=(eclusa ${typed}); COMP_CWORD=${words.length}; _eclusa; echo "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', ask], { encoding: 'utf8' }).trim().split(' ')
}

describe('bash', () => {
  it('completes commands, operations, options and values', () => {
    expect(offered('we')).toEqual(['webhooks'])
    expect(offered('webhooks', 're')).toEqual(['resend', 'recover'])
    expect(offered('call', 'updateAcc')).toEqual(['updateAccount'])
    expect(offered('call', 'updateAccount', '--cl')).toEqual(['--client_id', '--clearing_code'])
    expect(offered('--json', 'call', 'createOnboarding', '--address.z')).toEqual(['--address.zip_code'])
    expect(offered('call', 'listClients', '--order', '')).toEqual(['asc', 'desc'])
    expect(offered('call', 'listClients', '--lang', 'pt')).toEqual(['pt-BR'])
    expect(offered('call', 'listClients', '--all', '--stat')).toEqual(['--status'])
    expect(offered('simulate', 'pay')).toEqual(['payment-arrives'])
    expect(offered('simulate', 'payment-arrives', '--am')).toEqual(['--amount'])
    expect(offered('webhooks', 'trigger', 'webhooks.endpoint.t')).toEqual(['webhooks.endpoint.tested'])
    expect(offered('events', 'tail', '--type', 'storage.file.a')).toEqual(['storage.file.aborted'])
    expect(offered('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })

  it('leaves what only the caller knows to the caller', () => {
    expect(offered('call', 'updateAccount', '--body', '@')).toEqual([''])
    expect(offered('nothing', 'here', '--')).toEqual(offered('--'))
  })
})

it.each(['zsh', 'fish'] as const)('%s is told the same words', (shell) => {
  const script = scriptFor(shell, program)
  for (const word of ['updateAccount', '--clearing_code', 'payment-arrives', 'webhooks.endpoint.tested', 'pt-BR'])
    expect(script).toContain(word)
  // Nothing that a shell would read as more than a word.
  for (const [, words] of script.matchAll(/(?:echo|split ' ' --) '([^']*)'/g)) expect(words).toMatch(/^[\w. -]*$/)
})
