import type pg from 'pg'
import sql, { raw } from 'sql-template-tag'

/** Users: who may call. Under the operator's role, since they belong to nobody. */
export interface User {
  user_id: string
  name: string
  status: 'ACTIVE' | 'INACTIVE'
  created_at: string
}

const columns = raw('id as user_id, name, status, created_at')

export async function insertUser(operator: pg.Pool, id: string, name: string): Promise<User> {
  const { rows } = await operator.query<User>(sql`
    insert into users (id, name) values (${id}, ${name}) returning ${columns}`)
  return rows[0]!
}

export async function listUsers(operator: pg.Pool, limit: number): Promise<User[]> {
  const { rows } = await operator.query<User>(sql`
    select ${columns} from users order by created_at desc limit ${limit}`)
  return rows
}

export async function setUserStatus(operator: pg.Pool, id: string, status: User['status']): Promise<User | undefined> {
  const { rows } = await operator.query<User>(sql`
    update users set status = ${status}, updated_at = now() where id = ${id} returning ${columns}`)
  return rows[0]
}
