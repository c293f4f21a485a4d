import { type RunningSandbox, root, startSandbox } from '@eclusa/testing/e2e/sandbox.ts'
import { blocksOf, examplesOf, type GuideBlock, guidesFor, portugueseGuides } from '@eclusa/testing/guides/blocks.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PackedClient, packClient } from '../e2e/packed-client.ts'
import { createShell, type Shell } from './shell.ts'
import { differences } from './shown.ts'

/** Runs every block of every integrator guide in one shell beside one sandbox, in index order. */
const guides = guidesFor('integrators')
let sandbox: RunningSandbox
let packed: PackedClient
let shell: Shell
const count = { run: 0, named: 0 }

beforeAll(async () => {
  ;[sandbox, packed] = await Promise.all([startSandbox({}, []), packClient()])
  shell = createShell(packed.folder, sandbox.exports)
})
afterAll(async () => {
  shell?.close()
  await sandbox?.stop()
  await packed?.remove()
})

/** With the gateway's own log. */
const received = (at: string, output: string) => [`${at}, received:`, output, ...sandbox.complaints].join('\n')

const runnable = new Set(['sh', 'ts'])
it.each(guides)('%s works as written', async (guide) => {
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
    // An error is fine where the guide shows it. Nothing else may fail.
    expect(shown ? ['well', 'refused at last'] : ['well'], `${example.at}:\n${output}`).toContain(ended)
    if (shown) expect(differences(shown.language, shown.code, output), received(shown.at, output)).toEqual([])
    count.run += 1
  }
})

it('has run every block but those with a stated exception', () => {
  const blocks = guides.flatMap(examplesOf)
  expect(count).toEqual({
    run: blocks.filter(({ notRun }) => !notRun).length,
    named: blocks.filter(({ notRun }) => notRun).length,
  })
  process.stdout.write(`guides: ${count.run} blocks run, ${count.named} named as not runnable, of ${blocks.length}\n`)
  expect(count.run).toBeGreaterThan(80)
  // The sandbox, the installed client, the command, and a person at a browser.
  expect(count.named).toBe(4)
})

it('has programs that the strictest compiler options accept', async () => {
  const blocks = guides.flatMap(examplesOf).filter(({ language }) => language === 'ts')
  const programs = blocks.map(({ file, code, at }) => [file ?? `${at.replace(/\W/g, '-')}.ts`, code] as const)
  const onNode = ['--types', 'node', '--typeRoots', `${root}node_modules/@types`, '--allowImportingTsExtensions']
  expect(await packed.compile(Object.fromEntries(programs), onNode)).toBe('')
})

describe('in Portuguese', () => {
  it('has every guide', () => {
    expect(portugueseGuides()).toEqual(expect.arrayContaining(guides))
  })

  it.each(portugueseGuides())('%s has the same blocks', (guide) => {
    // Output for people, and comments beside commands, are in their language.
    const same = ({ language, code }: GuideBlock) =>
      language === 'text' ? undefined : code.replaceAll(/ +# .*$/gm, '')
    const plain = (name: string) =>
      blocksOf(name).map((block) => [block.language, same(block), block.file, block.notRun])
    expect(plain(`pt-BR/${guide}`)).toEqual(plain(guide))
  })
})
