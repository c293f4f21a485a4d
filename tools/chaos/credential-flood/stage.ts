import { randomBytes, randomUUID } from 'node:crypto'
import { createDatabase, openAdminPool } from '@eclusa/simulators/database.ts'
import { gatewayEnvironment } from '@eclusa/simulators/environment.ts'
import { type SimulatedIssuer, startIssuer } from '@eclusa/simulators/issuer/issuer.ts'
import { startPostgres } from '@eclusa/simulators/postgres.ts'
import { type SeededUser, seed, seedAccount, seedClient } from '@eclusa/simulators/seed.ts'
import { type ApiProcess, startApiProcess } from '@eclusa/testing/processes/gateway-process.ts'
import type pg from 'pg'

/** A gateway as an operator runs it, in a process of its own, with two users and their credentials. */
export interface FloodEnvironment {
  api: ApiProcess
  port: number
  users: SeededUser[]
  /** A token of each user, in the same order. */
  tokens: string[]
  issuer: SimulatedIssuer
  admin: pg.Pool
  /** The gateway's environment, for further processes. */
  settings: Record<string, string>
  /** Adds clients of a user, each with one account. Changes to accounts of one client run in turn; of many they do not. */
  accounts(user: SeededUser, count: number): Promise<CredentialFloodAccount[]>
  close(): Promise<void>
}

export interface CredentialFloodAccount {
  url: string
  account_id: string
}

export async function openStage(settings: Record<string, string> = {}): Promise<FloodEnvironment> {
  const postgres = await startPostgres(process.env)
  const name = `eclusa_stage_${randomBytes(4).toString('hex')}`
  const database = await createDatabase(postgres.adminUrl, name)
  const pepper = randomBytes(32).toString('hex')
  const users = await seed(database, pepper)
  const issuer = await startIssuer(users)
  const environment = {
    ...gatewayEnvironment({ database, issuer, pepper }),
    // The attackers of a drill use as many client addresses as they choose.
    TRUSTED_PROXIES: '127.0.0.0/8',
    ...settings,
  }
  const api = await startApiProcess(environment)
  const admin = openAdminPool(postgres.adminUrl, name, 2)
  return {
    api,
    port: Number(new URL(api.base_url).port),
    users,
    tokens: await Promise.all(users.map((user) => issuer.token(user))),
    issuer,
    admin,
    settings: environment,
    async accounts({ user_id }, count) {
      const made: CredentialFloodAccount[] = []
      for (let n = 0; n < count; n += 1) {
        const [client_id, account_id] = [randomUUID(), randomUUID()]
        await seedClient(admin, user_id, client_id)
        await seedAccount(admin, user_id, client_id, account_id)
        made.push({ account_id, url: `/v1/crossborder/clients/${client_id}/accounts/${account_id}` })
      }
      return made
    },
    async close() {
      await api.kill()
      await issuer.close()
      await admin.end()
      await postgres.stop()
    },
  }
}
