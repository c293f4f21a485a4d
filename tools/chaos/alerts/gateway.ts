import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBilletRegistry } from '@eclusa/simulators/billet-registry/registry.ts'
import { type SimulatedDict, startDict } from '@eclusa/simulators/dict/dict.ts'
import { makePapers, type Papers } from '@eclusa/simulators/dict/documents.ts'
import { dictEnvironment } from '@eclusa/simulators/environment.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { startOnboardingChecks } from '@eclusa/simulators/onboarding-checks/server.ts'
import { SAMPLE_ISPB, SAMPLE_OTHER_ISPB } from '@eclusa/simulators/sample-transactions.ts'
import { type GatewayEnvironment, openStage } from '@eclusa/testing/processes/gateway-environment.ts'
import { type Program, startProgram } from '../readiness/program.ts'
import type { AlertAccount } from './load.ts'
import { createTimeCompression, type Hurry, hurryMeasures } from './time-compression.ts'

/** A partner that can be stopped and started again at the same address. */
interface Partner {
  leave(): Promise<void>
  comeBack(): Promise<void>
}

/** A whole gateway, all its partners, and its storage. */
export interface Gateway {
  stage: GatewayEnvironment
  api: Program
  worker: Program
  desk: Program
  issuer: Partner
  dict: Partner & { papers: Papers; now(): SimulatedDict }
  registry: Partner
  /** The folders of files and of the journal's anchors. */
  store: string
  anchors: string
  hurry: Hurry
  accounts: AlertAccount[]
  /** The scrape address of each process, by the job name its alerts expect. */
  targets: Record<string, string>
  close(): Promise<void>
}

const ACCOUNTS = 20

export async function openGateway(): Promise<Gateway> {
  const stage = await openStage()
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-alerts-'))
  const [store, anchors] = [join(folder, 'store'), join(folder, 'anchors')]
  await Promise.all([mkdir(store), mkdir(anchors)])

  const participants = [SAMPLE_ISPB, SAMPLE_OTHER_ISPB]
  const papers = await makePapers(participants, folder)
  const [dictPort, registryPort, apiPort] = [await freePort(), await freePort(), await freePort()]
  const dict = await partner(() => startDict({ participants, papers, port: dictPort }))
  const registry = await partner(() => startBilletRegistry({ port: registryPort }))
  const checks = await startOnboardingChecks()
  const settings = {
    ...dictEnvironment(dict.now(), SAMPLE_ISPB),
    PUBLIC_URL: `http://127.0.0.1:${apiPort}`,
    HTTP_PORT: String(apiPort),
    OBJECT_DISK_PATH: store,
    BILLET_REGISTRY_URL: `http://127.0.0.1:${registryPort}`,
    ONBOARDING_CHECKS_URL: checks.url,
    ONBOARDING_CHECKS_TOKEN: checks.token,
    JOURNAL_ANCHORS: 'disk',
    JOURNAL_ANCHOR_PATH: anchors,
    JOURNAL_SIGNING_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
    DESK_SECRET: randomBytes(32).toString('hex'),
    // All callers here share one network, and one minute of failures elsewhere is one second here.
    STRANGER_LIMIT_PER_MINUTE: '100000',
  }
  const api = await startProgram((env) => stage.startApi(env), settings)
  const worker = await startProgram((env) => stage.startWorker(env), settings)
  const desk = await startProgram((env) => stage.startDesk(env), settings)
  const hurry = await createTimeCompression(stage.database.worker)
  hurryMeasures(hurry)
  const accounts = Array.from({ length: ACCOUNTS }, () => ({ client_id: randomUUID(), account_id: randomUUID() }))
  for (const { client_id, account_id } of accounts) await stage.plant(client_id, account_id)

  return {
    stage,
    api,
    worker,
    desk,
    issuer: { leave: () => stage.issuer.close(), comeBack: () => stage.issuer.reopen() },
    dict: { ...dict, papers },
    registry,
    store,
    anchors,
    hurry,
    accounts,
    targets: { 'eclusa-api': api.target, 'eclusa-worker': worker.target, 'eclusa-desk': desk.target },
    async close() {
      await hurry.stop()
      await stage.close()
      await Promise.all([dict.leave(), registry.leave(), checks.close()])
      await rm(folder, { recursive: true })
    },
  }
}

async function partner<Kind extends { close(): Promise<void> }>(start: () => Promise<Kind>) {
  let here = await start()
  return {
    now: () => here,
    leave: () => here.close(),
    async comeBack() {
      here = await start()
    },
  }
}
