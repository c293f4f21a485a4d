import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parseYaml } from '@eclusa/testing/deployments.ts'

/** The Kubernetes schemas as a package, downloaded for this check. They validate values, but do not know every field. */
const SCHEMAS = 'kubernetes-models@4.5.1'

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
}
type Models = Record<string, new (manifest: Manifest) => { validate(): void }>

/** What Kubernetes would reject of kustomize's output for `deploy/kubernetes`, and the number of objects. */
export async function judgeManifests(root: string, folder: string): Promise<{ judged: number; refused: string[] }> {
  const place = join(folder, 'schemas')
  await mkdir(place)
  const run = promisify(execFile)
  await run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', place, SCHEMAS])
  const { stdout } = await run('kubectl', ['kustomize', join(root, 'deploy/kubernetes')])
  const load = createRequire(join(place, 'package.json'))
  const manifests = parseYaml<Manifest>('deploy/kubernetes', stdout)
  const refused = manifests.flatMap((manifest) => {
    const { apiVersion, kind, metadata } = manifest
    const models = load(`kubernetes-models/${apiVersion}/${kind}`) as Models
    try {
      new models[kind]!(manifest).validate()
      return []
    } catch (error) {
      return [`${kind} ${metadata.name}: ${(error as Error).message}`]
    }
  })
  return { judged: manifests.length, refused }
}
