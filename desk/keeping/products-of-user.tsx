import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { desk, outcome } from '../contract/client.ts'
import { Field, Tick } from '../parts/field.tsx'
import { Listed } from '../parts/listed.tsx'
import { Panel } from '../parts/panel.tsx'
import { Table } from '../parts/table.tsx'
import { useFormats } from '../words/format.ts'
import { said, useWords } from '../words/language.ts'
import { shared } from '../words/shared.ts'
import { Act } from './act.tsx'
import { KeptStatus } from './kept-status.tsx'
import { productsOf } from './queries.ts'
import { textOf } from './said.ts'
import { keeping } from './words.ts'

/** The products that a user owns or is served through. */
export function ProductsOfUser({ user_id }: { user_id: string }) {
  const say = useWords(keeping)
  const { yes } = useWords(shared)
  const { moment } = useFormats()
  const list = useInfiniteQuery(productsOf(user_id))
  return (
    <Panel title={say.products} action={<CreateProduct owner_id={user_id} />} flush>
      <Listed list={list}>
        {(rows) => (
          <Table
            label={say.products}
            rows={rows}
            keyOf={({ id }) => id}
            empty={say.none}
            columns={[
              {
                key: 'name',
                name: say.name,
                cell: ({ id, name }) => (
                  <Link to="/keeping/products/$product_id" params={{ product_id: id }}>
                    {name}
                  </Link>
                ),
              },
              { key: 'role', name: say.role, cell: ({ role }) => said(say.productRoles, role) },
              { key: 'default', name: say.default, cell: ({ is_default }) => (is_default ? yes : '–') },
              { key: 'status', name: say.status, cell: ({ status }) => <KeptStatus status={status} /> },
              { key: 'since', name: say.since, cell: ({ created_at }) => moment(created_at) },
            ]}
          />
        )}
      </Listed>
    </Panel>
  )
}

/** A product of this user, or of the named one. */
export function CreateProduct({ owner_id }: { owner_id?: string }) {
  const say = useWords(keeping)
  return (
    <Act
      name={say.createProduct}
      look={owner_id ? 'quiet' : 'first'}
      about={say.createProductAbout}
      send={(reason, said) =>
        outcome(
          desk.POST('/v1/products', {
            body: {
              name: textOf(said, 'name')!,
              owner_id: owner_id ?? textOf(said, 'owner_id')!,
              is_default: said.has('is_default'),
              reason,
            },
          }),
        )
      }
    >
      <Field label={say.name} name="name" hint={say.nameHint} maxLength={80} required autoFocus />
      {!owner_id && <Field label={say.ownerId} name="owner_id" required />}
      <Tick label={say.isDefault} name="is_default" />
    </Act>
  )
}
