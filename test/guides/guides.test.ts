import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PackedClient, packClient } from '../journeys/packed-client.ts'
import { type RunningSandbox, root, startSandbox } from '../journeys/sandbox.ts'
import { type Block, blocksOf, examplesOf, guidesFor, portugueseGuides } from './blocks.ts'
import { openShell, type Shell } from './shell.ts'
import { differences } from './shown.ts'

/** Every block of every guide for integrators, pasted into one shell beside one sandbox, in the order of their index. */
const guides = guidesFor('integrators')
let sandbox: RunningSandbox
let packed: PackedClient
let shell: Shell
const count = { run: 0, named: 0 }

beforeAll(async () => {
  ;[sandbox, packed] = await Promise.all([startSandbox({}, []), packClient()])
  shell = openShell(packed.folder, sandbox.exports)
})
afterAll(async () => {
  shell?.close()
  await sandbox?.stop()
  await packed?.remove()
})

/** With what the gateway itself had to say of it. */
const received = (at: string, output: string) => [`${at}, received:`, output, ...sandbox.complaints].join('\n')

const runnable = new Set(['sh', 'ts'])
it.each(guides)('%s does what it says', async (guide) => {
  for (const example of examplesOf(guide)) {
    if (example.notRun) {
      count.named += 1
      continue
    }
    expect(runnable, `${example.at}: '${example.language}' is run by nobody: say ' not run: why'`).toContain(
      example.language,
    )
    const { output, ended } = await shell.run(example)
    const { shown } = example
    // A refusal is well where the guide shows it; nothing else may fail.
    expect(shown ? ['well', 'refused at last'] : ['well'], `${example.at}:\n${output}`).toContain(ended)
    if (shown) expect(differences(shown.language, shown.code, output), received(shown.at, output)).toEqual([])
    count.run += 1
  }
})

it('has run every block but those that say why they cannot be', () => {
  const blocks = guides.flatMap(examplesOf)
  expect(count).toEqual({
    run: blocks.filter(({ notRun }) => !notRun).length,
    named: blocks.filter(({ notRun }) => notRun).length,
  })
  process.stdout.write(`guides: ${count.run} blocks run, ${count.named} named as not runnable, of ${blocks.length}\n`)
  expect(count.run).toBeGreaterThan(80)
  // The sandbox that is running, the client that is installed, the command that is there, and somebody at a browser.
  expect(count.named).toBe(4)
})

it('has programs that the strictest compiler accepts', async () => {
  const blocks = guides.flatMap(examplesOf).filter(({ language }) => language === 'ts')
  const programs = blocks.map(({ file, code, at }) => [file ?? `${at.replace(/\W/g, '-')}.ts`, code] as const)
  const onNode = ['--types', 'node', '--typeRoots', `${root}node_modules/@types`, '--allowImportingTsExtensions']
  expect(await packed.compile(Object.fromEntries(programs), onNode)).toBe('')
})

describe('in Portuguese', () => {
  it('is every one of them', () => {
    expect(portugueseGuides()).toEqual(expect.arrayContaining(guides))
  })

  it.each(portugueseGuides())('%s has the same blocks', (guide) => {
    // What a command prints for people, and what is remarked beside one, is in their language.
    const same = ({ language, code }: Block) => (language === 'text' ? undefined : code.replaceAll(/ +# .*$/gm, ''))
    const plain = (name: string) =>
      blocksOf(name).map((block) => [block.language, same(block), block.file, block.notRun])
    expect(plain(`pt-BR/${guide}`)).toEqual(plain(guide))
  })
})
