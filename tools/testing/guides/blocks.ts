import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A fenced code block of a guide. The rest of its first line controls the test. */
export interface GuideBlock {
  /** `quickstart.md:12`, where it begins. */
  at: string
  language: string
  code: string
  /** ` file=eclusa.ts`: saved under that name, for the blocks after it. */
  file?: string
  /** ` not run: …`: why it cannot run here. */
  notRun?: string
}

/** A command, and the output the guide shows. */
export interface Example extends GuideBlock {
  shown?: GuideBlock
}

const folder = fileURLToPath(new URL('../../../docs/guides/', import.meta.url))
const answers = new Set(['json', 'http', 'text'])

/** The guides of one audience in index order, which is the order in which those of integrators run. */
export function guidesFor(whom: 'integrators' | 'operators'): string[] {
  const index = readFileSync(`${folder}README.md`, 'utf8')
  const part = index.split(/^## For /m).find((each) => each.startsWith(whom))!
  return [...part.matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, name]) => name!)
}

export const portugueseGuides = () => readdirSync(`${folder}pt-BR`).filter((name) => name !== 'README.md')

export const readGuide = (name: string) => readFileSync(folder + name, 'utf8')

export function blocksOf(name: string): GuideBlock[] {
  const text = readGuide(name)
  return [...text.matchAll(/^ *```(\w*)([^\n]*)\n([\s\S]*?)^ *```$/gm)].map((match) => {
    const [, language, mark, code] = match
    const file = /^ file=(\S+)$/.exec(mark!)?.[1]
    const notRun = /^ not run: (.+)$/.exec(mark!)?.[1]
    if (mark !== '' && !file && !notRun) throw new Error(`${name}: nobody knows what '${mark!.trim()}' means`)
    const line = text.slice(0, match.index).split('\n').length
    return { at: `${name}:${line}`, language: language!, code: code!, ...(file && { file }), ...(notRun && { notRun }) }
  })
}

/** The commands, each with the output shown right after it. */
export function examplesOf(name: string): Example[] {
  const examples: Example[] = []
  for (const block of blocksOf(name)) {
    if (!answers.has(block.language)) {
      examples.push(block)
      continue
    }
    const asked = examples.at(-1)
    if (!asked || asked.shown) throw new Error(`${block.at} shows an answer to nothing`)
    asked.shown = block
  }
  return examples
}
