import { asAdmin } from '@eclusa/simulators/database.ts'

/** Makes every commit wait for the replica of this name, or for none. An unknown name stands for an unreachable replica. */
export const waitForStandby = (adminUrl: string, standby: string): Promise<void> =>
  asAdmin(adminUrl, async (admin) => {
    await admin.query(`alter system set synchronous_standby_names = '${standby}'`)
    await admin.query('select pg_reload_conf()')
  })
