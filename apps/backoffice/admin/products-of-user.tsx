import { Checkbox, Field } from '@eclusa/ui/components/field.tsx'
import { Listed } from '@eclusa/ui/components/paginated-list.tsx'
import { Panel } from '@eclusa/ui/components/panel.tsx'
import { Table } from '@eclusa/ui/components/table.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { desk, outcome } from '../api/client.ts'
import { Act } from './action-button.tsx'
import { textOf } from './form-values.ts'
import { keeping } from './messages.ts'
import { productsOf } from './queries.ts'
import { KeptStatus } from './record-status.tsx'

/** The products that a user owns or is served through. */
export function ProductsOfUser({ user_id }: { user_id: string }) {
  const say = useMessages(keeping)
  const { yes } = useMessages(shared)
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
  const say = useMessages(keeping)
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
      <Checkbox label={say.isDefault} name="is_default" />
    </Act>
  )
}
