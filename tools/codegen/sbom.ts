import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { table } from './table.ts'

/**
 * SBOM and licences of the image, from the parts that `deploy/image/gather` found and from the reports of the page builds:
 * `node tools/codegen/sbom.ts FOLDER PAGES…` writes `sbom.cdx.json` (CycloneDX) and `licences.md` into the folder. They contain
 * neither times nor machine names, so that two builds of one commit are identical.
 */
interface Component {
  'bom-ref': string
  type: string
  name: string
  version: string
  purl: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
  externalReferences?: { type: string; url: string }[]
}
interface Bill {
  serialNumber?: string
  metadata: { timestamp: string; tools?: unknown; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
interface Bundled {
  name: string
  version: string
  identifier?: string
}

const [folder = '', ...pages] = process.argv.slice(2)
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8').trim()

/** Debian's licences of these few in `/usr/share/doc`, which the image contains. */
const ofDebian: Record<string, string> = {
  libc6: 'LGPL-2.1-or-later',
  'libgcc-s1': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  'libstdc++6': 'GPL-3.0-or-later WITH GCC-exception-3.1',
  libatomic1: 'GPL-3.0-or-later WITH GCC-exception-3.1',
}

const component = (type: string, name: string, version: string, purl: string, expression: string): Component => ({
  'bom-ref': purl,
  type,
  name,
  version,
  purl,
  licenses: [{ expression }],
})

function runtime(): Component[] {
  const version = read('node').slice(1)
  const libraries = read('debian')
    .split('\n')
    .map((line) => {
      const [name, revision] = line.split(' ') as [string, string]
      const licence = ofDebian[name]
      if (!licence) throw new Error(`say under which licence ${name} is, in tools/codegen/sbom.ts`)
      return component('library', name, revision, `pkg:deb/debian/${encodeURIComponent(name)}@${revision}`, licence)
    })
  return [component('platform', 'node', version, `pkg:generic/node@${version}`, 'MIT'), ...libraries]
}

/** A page uses their files and no code, so that its build report omits them. */
const FONT = 'node_modules/@fontsource-variable/inter'

/** Packages whose code or files are in those of a page. */
function bundled(): Component[] {
  const found = pages.flatMap((page) => JSON.parse(readFileSync(page, 'utf8')) as Bundled[])
  const font = JSON.parse(readFileSync(`${FONT}/package.json`, 'utf8')) as Bundled & { license: string }
  return [...found, { ...font, identifier: font.license }].map(({ name, version, identifier = 'NOASSERTION' }) =>
    component('library', name, version, `pkg:npm/${name.replace('@', '%40')}@${version}`, identifier),
  )
}

function licenceOf({ licenses = [] }: Component): string {
  const said = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '')
  return said.join(' AND ') || 'NOASSERTION'
}

/** The download address of a package depends on the builder and is left out. */
function withoutOrigin({ externalReferences = [], ...component }: Component): Component {
  return { ...component, externalReferences: externalReferences.filter(({ type }) => type !== 'distribution') }
}

const told = JSON.parse(read('packages.json')) as Bill
const parts = new Map([...bundled(), ...told.components, ...runtime()].map((one) => [one.purl, withoutOrigin(one)]))
const byRef = (a: { 'bom-ref': string }, b: { 'bom-ref': string }) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)
const components = [...parts.values()].toSorted(byRef)
const { serialNumber: _, ...rest } = told
const seconds = Number(process.env['SOURCE_DATE_EPOCH'] ?? 0)
const bill: Bill = {
  ...rest,
  metadata: { ...told.metadata, timestamp: new Date(seconds * 1000).toISOString() },
  components,
  dependencies: told.dependencies
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.toSorted() }))
    .toSorted((a, b) => (a.ref < b.ref ? -1 : 1)),
}
const digest = createHash('sha256').update(JSON.stringify(bill)).digest('hex')
const uuid = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
writeFileSync(`${folder}/sbom.cdx.json`, `${JSON.stringify({ ...bill, serialNumber: `urn:uuid:${uuid}` }, null, 2)}\n`)

const rows = components.map((one) => [one.name, one.version, licenceOf(one)])
writeFileSync(
  `${folder}/licences.md`,
  `# Licences of what is in the image

The gateway itself is under Apache-2.0 (\`/eclusa/LICENSE\`). The text of each licence is with its package, under
\`/eclusa/node_modules\` and \`/usr/share/doc\`; those of what is inside the pages are in the \`licences.json\` of each.

${table(['part', 'version', 'licence'], rows)}

## Of the font

${readFileSync(`${FONT}/LICENSE`, 'utf8').trim()}
`,
)
