import { type Compose, podOf, processes, readYaml } from '@eclusa/testing/deployments.ts'
import { blocksOf, readGuide } from '@eclusa/testing/guides/blocks.ts'
import { expect, it } from 'vitest'

/** The installation page creates every file that the manifests need. The drill `image` runs its blocks. */
it('creates every secret that compose.yaml uses', () => {
  const [{ secrets }] = readYaml<Compose>('compose.yaml') as [Compose]
  expect(
    Object.values(secrets)
      .map(({ file }) => file.replace('secrets/', ''))
      .toSorted(),
  ).toEqual(secretsMadeIn('secrets').toSorted())
})

it.each(processes)('creates the Secret of %s on Kubernetes, from files it creates', (process) => {
  const { code } = blocksOf('install.md').find((block) => block.code.includes('create secret generic'))!
  const [, words] = new RegExp(`create secret generic ${process} ((?:.*\\\\\n)*.*)\n`).exec(code)!
  const given = [...words!.matchAll(/--from-file=(\w+)=(\S+)/g)].map(([, key, file]) => [key!, file!] as const)
  const asked = podOf(process).volumes.flatMap(({ secret }) => secret.items.map(({ key }) => key))
  expect(given.map(([key]) => key).toSorted()).toEqual(asked.toSorted())
  const made = secretsMadeIn('artefacts/overlay/secrets')
  expect(given.filter(([, file]) => !made.includes(file))).toEqual([])
})

it('uses no unencrypted database connection on Kubernetes', () => {
  const urls = [...readGuide('install.md').matchAll(/@(\S+\?sslmode=[a-z-]+)" > /g)]
  expect(urls.map(([, url]) => url)).toEqual([
    'postgres/eclusa?sslmode=disable',
    'db.internal/eclusa?sslmode=verify-full',
  ])
})

/** The files that a block of the installation page creates in a folder of secrets. */
function secretsMadeIn(folder: string): string[] {
  const { code } = blocksOf('install.md').find((block) => !block.notRun && block.code.includes(` ${folder} && `))!
  const written = code.replaceAll(`${folder}/`, '')
  const loops = [...written.matchAll(/for \w+ in ([^;]+); do([\s\S]*?)done/g)].flatMap(([, words, body]) =>
    words!.split(' ').flatMap((word) => filesIn(body!).map((name) => name.replace(/\$\{?\w+\}?/, word))),
  )
  return [...loops, ...filesIn(written).filter((name) => !name.includes('$'))]
}

const filesIn = (code: string) => [...code.matchAll(/ > "?([^\s";]+)/g)].map(([, name]) => name!)
