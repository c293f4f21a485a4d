import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildPages } from '../../sandbox/pages.ts'
import { closeOnCluster, createOnCluster, distributeOnCluster, dropOnCluster, nodesOf } from './cluster.ts'
import './global-setup.ts'

/** As global-setup.ts, on the cluster that CITUS_URL names: one distributed database that every test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const citusUrl = process.env['CITUS_URL']
  if (!citusUrl) throw new Error('CITUS_URL has to name a database of a Citus cluster, as a superuser')
  const nodes = await nodesOf(citusUrl)
  const templateName = `eclusa_template_${process.pid}`
  await createOnCluster(nodes, templateName)
  await distributeOnCluster(nodes, templateName)
  await closeOnCluster(nodes, templateName)
  const folder = await mkdtemp(join(tmpdir(), 'eclusa-run-'))
  project.provide('folder', folder)
  project.provide('adminUrl', citusUrl)
  project.provide('templateName', templateName)
  project.provide('nodes', nodes)
  await buildPages()
  return async () => {
    await dropOnCluster(nodes, templateName)
    await rm(folder, { recursive: true, force: true })
  }
}
