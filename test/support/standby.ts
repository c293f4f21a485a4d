import { asAdmin } from '../../sandbox/database.ts'

/** Has every commit wait for the replica of this name; for nobody where it is empty. A name that nobody has is as far away as one can be. */
export const waitForStandby = (adminUrl: string, standby: string): Promise<void> =>
  asAdmin(adminUrl, async (admin) => {
    await admin.query(`alter system set synchronous_standby_names = '${standby}'`)
    await admin.query('select pg_reload_conf()')
  })
