import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { asOperator, found, show } from './operator.ts'

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
      const { rows } = await asOperator((db) =>
        db.query(
          `with product as (insert into products (id, name) values ($1, $2) returning id, name, status)
           insert into product_users (product_id, user_id, role, is_default) select id, $3, 'OWNER', $4 from product
           returning product_id, user_id as owner_id, is_default`,
          [randomUUID(), options.name, options.owner, options.default ?? false],
        ),
      )
      show(this, found(rows, 'the product'))
    })

  products.command('list').action(async function (this: Command) {
    const { rows } = await asOperator((db) =>
      db.query('select id as product_id, name, status, created_at from products order by created_at desc limit $1', [
        LIST_MAX,
      ]),
    )
    show(this, rows)
  })

  products
    .command('add-user')
    .description('let the owner of the product act for this user')
    .argument('<product_id>')
    .argument('<user_id>')
    .action(async function (this: Command, productId: string, userId: string) {
      const { rows } = await asOperator((db) =>
        db.query(
          `insert into product_users (product_id, user_id, role) values ($1, $2, 'TARGET') returning product_id, user_id, role`,
          [productId, userId],
        ),
      )
      show(this, found(rows, 'the product'))
    })

  products
    .command('remove-user')
    .argument('<product_id>')
    .argument('<user_id>')
    .action(async function (this: Command, productId: string, userId: string) {
      const { rows } = await asOperator((db) =>
        db.query(
          `delete from product_users where product_id = $1 and user_id = $2 and role = 'TARGET' returning product_id, user_id`,
          [productId, userId],
        ),
      )
      show(this, found(rows, 'the target user'))
    })

  products
    .command('deactivate')
    .argument('<product_id>')
    .action(async function (this: Command, productId: string) {
      const { rows } = await asOperator((db) =>
        db.query(
          `update products set status = 'INACTIVE', updated_at = now() where id = $1 returning id as product_id, status`,
          [productId],
        ),
      )
      show(this, found(rows, 'the product'))
    })
}
