import { readFileSync } from 'node:fs'
import { reportSettings } from '@eclusa/gateway/src/platform/config/settings.ts'
import type { TProperties } from 'typebox'
import { parseAllDocuments } from 'yaml'

/** The environment of a deployed process: its variables, and the paths of its secrets. */
export interface Handed {
  env: Record<string, string>
  secrets: string[]
}

export type Deployed = 'api' | 'worker' | 'desk' | 'migrate'
export const processes: Deployed[] = ['api', 'worker', 'desk', 'migrate']

const root = new URL('../../', import.meta.url)
export const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

export function parseYaml<T>(name: string, text: string): T[] {
  return parseAllDocuments(text, { merge: true }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${name}: ${document.errors[0]!.message}`)
    return document.toJS() as T
  })
}

export const readYaml = <T>(path: string): T[] => parseYaml<T>(path, read(path))

export interface Compose {
  services: Record<
    Deployed,
    { environment?: Record<string, string>; secrets?: string[]; healthcheck?: { test: string[] } }
  >
  secrets: Record<string, { file: string }>
}

/** In compose.yaml a secret is a file with its name in one folder. Operator settings are written as on Kubernetes. */
function inCompose(process: Deployed): Handed {
  const [{ services }] = readYaml<Compose>('compose.yaml') as [Compose]
  const { environment = {}, secrets = [] } = services[process]
  const said = inKubernetes(process).env
  const env = Object.entries(environment).map(([name, value]) => [
    name,
    value.replace(/^\$\{(\w+):\?\}$/, (_, asked: string) => said[asked] ?? ''),
  ])
  return { env: Object.fromEntries(env), secrets: secrets.map((name) => `/run/secrets/${name}`) }
}

export interface Pod {
  enableServiceLinks?: boolean
  automountServiceAccountToken?: boolean
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } }
  containers: {
    securityContext?: {
      readOnlyRootFilesystem?: boolean
      allowPrivilegeEscalation?: boolean
      capabilities?: { drop: string[] }
    }
    resources?: { requests?: object; limits?: object }
    ports?: { name: string; containerPort: number }[]
    envFrom: { configMapRef: { name: string } }[]
    env: { name: string; value: string }[]
    volumeMounts: { name: string; mountPath: string }[]
    startupProbe?: Probe
    readinessProbe?: Probe
    livenessProbe?: Probe
  }[]
  volumes: { name: string; secret: { secretName: string; items: { key: string; path: string }[] } }[]
}
interface Probe {
  httpGet: { path: string; port: string }
}
/** The targets and ports a network policy allows for a process. */
export interface Egress {
  to?: { ipBlock?: { cidr: string; except?: string[] }; namespaceSelector?: object }[]
  ports?: { port: number }[]
}
export interface Manifest {
  kind: string
  metadata: { name: string }
  spec: {
    replicas?: number
    podSelector?: { matchLabels?: object }
    egress?: Egress[]
    template: { metadata: object; spec: Pod }
  }
}

export const manifestsOf = (process: Deployed) => readYaml<Manifest>(`deploy/kubernetes/${process}.yaml`)

export function podOf(process: Deployed): Pod {
  return manifestsOf(process).find(({ kind }) => kind === 'Deployment' || kind === 'Job')!.spec.template.spec
}

interface Kustomization {
  configMapGenerator: { name: string; literals: string[] }[]
}

function inKubernetes(process: Deployed): Handed {
  const [{ configMapGenerator }] = readYaml<Kustomization>('deploy/kubernetes/kustomization.yaml') as [Kustomization]
  const { containers, volumes } = podOf(process)
  const [{ envFrom, env, volumeMounts }] = containers as [Pod['containers'][0]]
  const named = new Set(envFrom.map(({ configMapRef }) => configMapRef.name))
  const literals = configMapGenerator.filter(({ name }) => named.has(name)).flatMap((map) => map.literals)
  const secrets = volumes.flatMap(({ name, secret }) => {
    const { mountPath } = volumeMounts.find((mount) => mount.name === name)!
    return secret.items.map(({ path }) => `${mountPath}/${path}`)
  })
  return { env: { ...assigned(literals), ...Object.fromEntries(env.map(({ name, value }) => [name, value])) }, secrets }
}

/** The values of a key in a systemd file, in order. */
export const saidBy = (file: string, key: string) =>
  [...read(`deploy/systemd/${file}`).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value!)

function inSystemd(process: Deployed): Handed {
  const all = (key: string) =>
    saidBy(`eclusa-${process}.service`, key).map((value) =>
      value.replaceAll('%d', '/run/credentials').replaceAll('%S', '/var/lib'),
    )
  const inFiles = all('EnvironmentFile').flatMap((path) =>
    read(path.replace('/etc/eclusa/', 'deploy/systemd/'))
      .split('\n')
      .filter((line) => line && !line.startsWith('#')),
  )
  const words = all('Environment').flatMap((line) => line.split(' '))
  const secrets = all('LoadCredential').map((one) => `/run/credentials/${one.split(':')[0]}`)
  return { env: assigned([...words, ...inFiles]), secrets }
}

function assigned(lines: string[]): Record<string, string> {
  return Object.fromEntries(lines.map((line) => /^([^=]+)=(.*)$/.exec(line)!.slice(1) as [string, string]))
}

export const ways: Record<string, (process: Deployed) => Handed> = {
  'compose.yaml': inCompose,
  'deploy/kubernetes': inKubernetes,
  'deploy/systemd': inSystemd,
}

/** Not of the gateway. */
const ofNode = new Set(['NODE_ENV'])

/** The errors for a process with these settings. */
export function faultsOf(settings: TProperties, { env, secrets }: Handed): string[] {
  const given = Object.entries(env).filter(([name]) => !ofNode.has(name))
  const settingOf = (name: string) => (name in settings ? name : name.replace(/_FILE$/, ''))
  const unknown = given
    .filter(([name]) => !(settingOf(name) in settings))
    .map(([name]) => `${name} is no setting of it`)
  const isSecret = (name: string) => declares(settings[name])?.secret === true
  const open = given.filter(([name]) => isSecret(name)).map(([name]) => `${name} is a secret, and not in a file`)
  const files = given.filter(([name]) => settingOf(name) !== name).map(([, path]) => path)
  const unread = secrets.filter((path) => !files.includes(path)).map((path) => `${path} is handed over for nothing`)
  const absent = files.filter((path) => !secrets.includes(path)).map((path) => `${path} is not handed over`)
  // The process's own error messages, with content in each file.
  const filled = Object.fromEntries(
    given.map(([name, value]) => [
      settingOf(name),
      settingOf(name) === name ? value : inFile(settings[settingOf(name)]),
    ]),
  )
  const refused = reportSettings(settings, filled).flatMap(({ name, problem }) =>
    problem ? [`${name} ${problem}`] : [],
  )
  return [...unknown, ...open, ...unread, ...absent, ...refused]
}

function inFile(setting: object | undefined): string {
  return setting && 'pattern' in setting ? 'postgresql://login:password@db.internal/eclusa' : 'secret-'.repeat(8)
}

/** The error of a setting beyond its schema. */
const declares = (setting: object | undefined): { secret?: boolean } | undefined => setting
