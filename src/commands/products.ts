import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { endGrant, endProduct } from '../areas/webhooks/end-grants.ts'
import { kept } from '../desk/journal/kept.ts'
import { addTarget, insertProduct, listProducts } from '../gate/scope/product-store.ts'
import { asOperator, found, keeping } from './operator.ts'
import { show } from './show.ts'

const LIST_MAX = 500

/** Products, and the users that own them or are served through them. */
export function addProductCommands(program: Command): void {
  const products = program.command('products').description('what users are served through')

  products
    .command('create')
    .requiredOption('--name <name>', 'how people know it')
    .requiredOption('--owner <user_id>', 'the user that may act for the target users of the product')
    .option('--default', 'make it the default product of its owner')
    .action(async function (this: Command, options: { name: string; owner: string; default?: true }) {
      const { name, owner: owner_id, default: is_default = false } = options
      const product = { id: randomUUID(), name, owner_id, is_default }
      const act = { operation: 'products create', subject: { type: 'product', id: product.id } }
      const records = [kept.product(product.id), kept.membership({ user_id: owner_id, product_id: product.id })]
      show(this, await keeping(act, async (tx) => ({ answer: await insertProduct(tx, product), records })))
    })

  products.command('list').action(async function (this: Command) {
    show(this, await asOperator((db) => listProducts(db, LIST_MAX)))
  })

  products
    .command('add-user')
    .description('let the owner of the product act for this user')
    .argument('<product_id>')
    .argument('<user_id>')
    .action(async function (this: Command, product_id: string, user_id: string) {
      const membership = { product_id, user_id }
      const act = { operation: 'products add-user', subject: { type: 'product', id: product_id } }
      show(
        this,
        await keeping(act, async (tx) => ({
          answer: await addTarget(tx, membership),
          changes: { user_id },
          records: [kept.membership(membership)],
        })),
      )
    })

  products
    .command('remove-user')
    .description('end that, and with it every endpoint, link and address the owner made for the user')
    .argument('<product_id>')
    .argument('<user_id>')
    .action(async function (this: Command, product_id: string, user_id: string) {
      const act = { operation: 'products remove-user', subject: { type: 'product', id: product_id } }
      const membership = { product_id, user_id }
      show(
        this,
        await keeping(act, async (tx) => ({
          ...found(await endGrant(tx, membership, new Date()), 'the target user'),
          changes: { user_id },
        })),
      )
    })

  products
    .command('deactivate')
    .description('end the product, and with it everything its owner made for its target users')
    .argument('<product_id>')
    .action(async function (this: Command, productId: string) {
      const act = { operation: 'products deactivate', subject: { type: 'product', id: productId } }
      show(this, await keeping(act, async (tx) => found(await endProduct(tx, productId, new Date()), 'the product')))
    })
}
