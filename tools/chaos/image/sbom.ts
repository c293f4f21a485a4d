import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The output of `deploy/image/build` in a folder. */
export interface SbomBuild {
  digest: string
  base: string
  /** Compressed, as pushed. */
  megabytes: number
  parts: number
  names: string[]
  /** Licences, by the number of components under each. */
  licences: Record<string, number>
  sha256: { sbom: string; licences: string }
}

interface Bill {
  components: { name: string; licenses?: { license?: { id?: string; name?: string }; expression?: string }[] }[]
}

export function readBuilt(folder: string): SbomBuild {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const sha256 = (name: string) => createHash('sha256').update(read(name)).digest('hex')
  const bytes = readdirSync(join(folder, 'image')).reduce(
    (sum, name) => sum + statSync(join(folder, 'image', name)).size,
    0,
  )
  const { components } = JSON.parse(read('sbom.cdx.json')) as Bill
  const licences: Record<string, number> = {}
  for (const { licenses = [] } of components) {
    const said = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(' AND ')
    licences[said] = (licences[said] ?? 0) + 1
  }
  return {
    digest: read('digest').trim(),
    base: read('base').trim(),
    megabytes: Math.round(bytes / 1e5) / 10,
    parts: components.length,
    names: components.map(({ name }) => name),
    licences,
    sha256: { sbom: sha256('sbom.cdx.json'), licences: sha256('licences.md') },
  }
}
