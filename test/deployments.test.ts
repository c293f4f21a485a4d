import { existsSync } from 'node:fs'
import type { TProperties } from 'typebox'
import { describe, expect, it } from 'vitest'
import { apiSettings, deskProcessSettings, migrateSettings, workerSettings } from '../src/settings.ts'
import { type Deployed, faultsOf, manifestsOf, podOf, processes, readYaml, ways } from './support/deployments.ts'

/** The ways to run it, held against what the processes declare: a setting that is renamed fails here, wherever it is named. */
const declared: Record<Deployed, TProperties> = {
  api: apiSettings,
  worker: workerSettings,
  desk: deskProcessSettings,
  migrate: migrateSettings,
}

describe.each(Object.keys(ways))('%s', (way) => {
  it.each(processes)('tells %s all it needs, and hands it its own secrets and no other', (process) => {
    expect(faultsOf(declared[process], ways[way]!(process))).toEqual([])
  })
})

describe('what is wrong is found', () => {
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
  it('lists its files, all of which are there', () => {
    const [{ resources }] = readYaml<{ resources: string[] }>('deploy/kubernetes/kustomization.yaml') as [
      { resources: string[] },
    ]
    expect(resources.filter((name) => !existsSync(new URL(`../deploy/kubernetes/${name}`, import.meta.url)))).toEqual(
      [],
    )
    expect(resources).toEqual(expect.arrayContaining(processes.map((process) => `${process}.yaml`)))
  })

  it.each(processes)('lets %s do nothing but its work', (process) => {
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

  it.each(processes.filter((process) => process !== 'migrate'))(
    'asks the operator’s port of %s how it is',
    (process) => {
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
    },
  )
})

function podLabels(process: Deployed) {
  const { labels } = manifestsOf(process)[0]!.spec.template.metadata as { labels: object }
  return { matchLabels: labels }
}
