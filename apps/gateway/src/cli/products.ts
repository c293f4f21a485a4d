import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { kept } from '../backoffice/audit-log/audit-subjects.ts'
import { insertProduct } from '../http/scope/product-store.ts'
import { doAtDesk, listAtDesk } from './backoffice.ts'
import type { ResponseBody } from './gateway.ts'
import { BOOTSTRAP, type Bootstrapped, keeping } from './operator.ts'
import { show } from './show.ts'

type ProductOptions = { name: string; owner: string; default?: true } & Bootstrapped

/** Products, their owners and their target users. */
export function addProductCommands(program: Command): void {
  const products = program.command('products').description('what users are served through')

  products
    .command('create')
    .description('make a product and its owner')
    .requiredOption('--name <name>', 'how people know it')
    .requiredOption('--owner <user_id>', 'the user that may act for the target users of the product')
    .requiredOption('--reason <text>', 'why')
    .option('--default', 'make it the default product of its owner')
    .option('--bootstrap', BOOTSTRAP)
    .action(async function (this: Command, options: ProductOptions) {
      const { name, owner: owner_id, default: is_default = false, reason, bootstrap } = options
      if (!bootstrap) return doAtDesk(this, '/v1/products', { name, owner_id, is_default, reason }, named)
      const id = randomUUID()
      const done = { operation: 'products create', subject: { type: 'product', id }, reason }
      const made = await keeping(done, async (tx) => ({
        answer: await insertProduct(tx, { id, name, owner_id, is_default }),
        records: [kept.product(id), kept.membership({ user_id: owner_id, product_id: id })],
      }))
      show(this, named(made))
    })

  products
    .command('list')
    .description('the newest 100')
    .action(async function (this: Command) {
      show(this, (await listAtDesk('/v1/products')).map(named))
    })

  products
    .command('users')
    .description('owners and target users of the product, the newest 100')
    .argument('<product_id>')
    .action(async function (this: Command, product_id: string) {
      show(this, await listAtDesk(`/v1/products/${product_id}/users`))
    })

  products
    .command('add-user')
    .description('let the owner of the product act for this user')
    .argument('<product_id>')
    .argument('<user_id>')
    .requiredOption('--reason <text>', 'why')
    .action(async function (this: Command, product_id: string, user_id: string, { reason }: { reason: string }) {
      await doAtDesk(this, `/v1/products/${product_id}/users`, { user_id, reason })
    })

  products
    .command('remove-user')
    .description('end that, and with it every endpoint, link and address the owner made for the user')
    .argument('<product_id>')
    .argument('<user_id>')
    .requiredOption('--reason <text>', 'why')
    .action(async function (this: Command, product_id: string, user_id: string, reasoned: { reason: string }) {
      await doAtDesk(this, `/v1/products/${product_id}/users/${user_id}/remove`, reasoned)
    })

  products
    .command('deactivate')
    .description('end the product, and with it everything its owner made for its target users')
    .argument('<product_id>')
    .requiredOption('--reason <text>', 'why')
    .action(async function (this: Command, product_id: string, reasoned: { reason: string }) {
      await doAtDesk(this, `/v1/products/${product_id}/deactivate`, reasoned, named)
    })
}

const named = ({ id, ...product }: ResponseBody | { id: string }) => ({ product_id: id, ...product })
