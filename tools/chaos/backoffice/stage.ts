import { randomBytes } from 'node:crypto'
import { caseKinds } from '@eclusa/gateway/src/case-types.ts'
import { buildPages } from '@eclusa/simulators/build-pages.ts'
import { createDatabase, dropDatabase, openAdminPool } from '@eclusa/simulators/database.ts'
import { gatewayEnvironment } from '@eclusa/simulators/environment.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { createChromium } from '@eclusa/testing/chromium.ts'
import { fillCases } from '@eclusa/testing/fill-cases.ts'
import { startApiProcess, startDeskProcess, startWorkerProcess } from '@eclusa/testing/processes/gateway-process.ts'
import type { Browser } from 'playwright-core'

/** A gateway and its desk as an operator runs them, so many open cases, and a person with a browser. */
export interface DeskStage {
  url: string
  chromium: Browser
  close: () => Promise<void>
}

export async function openDeskStage(cases: number, say: (line: string) => void): Promise<DeskStage> {
  say('PostgreSQL, the pages, the gateway and its desk …')
  const postgres = await startPostgres(process.env)
  await buildPages()
  const name = `eclusa_desk_${randomBytes(4).toString('hex')}`
  const database = await createDatabase(postgres.adminUrl, name)
  say(`${cases} cases that wait, and as many that do not …`)
  const admin = openAdminPool(postgres.adminUrl, name, 1)
  await fillCases(admin, Math.ceil(cases / caseKinds.length))
  await admin.end()

  const port = await freePort()
  const url = `http://localhost:${port}`
  const issuer = await startIssuer([], 0, url)
  const gateway = gatewayEnvironment({ database, issuer })
  const desk = {
    DATABASE_DESK_URL: database.desk,
    DESK_PORT: String(port),
    DESK_SECRET: randomBytes(32).toString('hex'),
    // A decision is done at once, without approval.
    DESK_SECOND_EYES: 'none',
  }
  const processes = [
    await startApiProcess(gateway),
    await startWorkerProcess(gateway),
    await startDeskProcess({ ...gateway, ...issuer.deskSettings, ...desk }),
  ]
  const chromium = await createChromium('none')
  return {
    url,
    chromium,
    async close() {
      await chromium.close()
      for (const one of processes) await one.kill()
      await issuer.close()
      await dropDatabase(postgres.adminUrl, name)
      await postgres.stop()
    },
  }
}
