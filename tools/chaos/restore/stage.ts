import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ObjectStore } from '@eclusa/gateway/src/platform/object-storage/object-store.ts'
import { createS3Store } from '@eclusa/gateway/src/platform/object-storage/s3.ts'
import { type DatabaseUrls, databaseUrls } from '@eclusa/simulators/database.ts'
import { freePort } from '@eclusa/simulators/free-port.ts'
import { type Cluster, makeCluster, newServerFolder, type Served, serveCluster } from '@eclusa/simulators/postgres.ts'
import { type GatewayEnvironment, openStage } from '@eclusa/testing/processes/gateway-environment.ts'
import { countFilled, fillRows } from './fill-rows.ts'
import { archiving, commands, type PgBackRest, setUpPgBackRest } from './pgbackrest.ts'
import { startBackupStore } from './store.ts'

const BIN = '/usr/lib/postgresql/15/bin'

/** A gateway whose server archives into a store, as the documentation describes, and whose files are in the same store. */
export interface BackedUp extends GatewayEnvironment {
  cluster: Cluster
  server: Served
  port: number
  /** Settings of the server. */
  options: string[]
  backups: PgBackRest
  /** The gateway's file storage: its settings, and the store itself. */
  files: Record<string, string>
  objects: ObjectStore
  /** The name of its database. */
  name: string
  /** Rows inserted before the test. */
  filled: number
  /** The same gateway with a restored server: the logins are those of the database. */
  over(adminUrl: string): { database: DatabaseUrls; settings: Record<string, string> }
}

/** One whose database has so many rows before the first write. */
export async function openBackedUp(rows: number): Promise<BackedUp> {
  const folder = await newServerFolder('eclusa-restore-')
  const store = await startBackupStore(join(folder, 'authority'))
  const cluster = await makeCluster(folder, { initdb: join(BIN, 'initdb'), postgres: join(BIN, 'postgres') })
  const port = await freePort()
  const backups = await setUpPgBackRest(folder, { ...cluster, port }, store)
  const options = [...archiving, 'shared_buffers=64MB']
  const server = await serveCluster(cluster, options, { port })
  await backups.run(commands.create)
  await backups.run(commands.check)
  // The stage uses an existing server.
  process.env['DATABASE_URL'] = server.adminUrl
  const stage = await openStage()
  if (rows > 0) await fillRows(stage.admin, rows)
  const name = new URL(stage.database.api).pathname.slice(1)
  const { files } = store
  return {
    ...stage,
    cluster,
    server,
    port,
    options,
    backups,
    files,
    objects: createS3Store({
      endpoint: files['S3_ENDPOINT'],
      region: files['S3_REGION']!,
      bucket: files['S3_BUCKET']!,
      accessKeyId: files['S3_ACCESS_KEY_ID']!,
      secretAccessKey: files['S3_SECRET_ACCESS_KEY']!,
      timeoutMs: 20_000,
      buffers: 2,
    }),
    name,
    filled: await countFilled(stage.admin),
    over(adminUrl) {
      const database = databaseUrls(adminUrl, name)
      const logins = { DATABASE_URL: database.api, DATABASE_WORKER_URL: database.worker }
      return { database, settings: { ...stage.settings, ...files, ...logins } }
    },
    async close() {
      await stage.close()
      await store.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
