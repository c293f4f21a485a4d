-- Run once by the database's own superuser, before the first `eclusa migrate`: a group role for each task, and a login in
-- each. The passwords come from the environment of psql: OWNER_PASSWORD, API_PASSWORD, WORKER_PASSWORD, DESK_PASSWORD,
-- BOOTSTRAP_PASSWORD.
\getenv owner_password OWNER_PASSWORD
\getenv api_password API_PASSWORD
\getenv worker_password WORKER_PASSWORD
\getenv desk_password DESK_PASSWORD
\getenv bootstrap_password BOOTSTRAP_PASSWORD
create role eclusa_api nologin;
create role eclusa_worker nologin;
create role eclusa_desk nologin;
create role eclusa_bootstrap nologin;
create role gateway_owner login createrole password :'owner_password';
create role gateway_api login password :'api_password' in role eclusa_api;
create role gateway_worker login password :'worker_password' in role eclusa_worker;
create role gateway_desk login password :'desk_password' in role eclusa_desk;
create role gateway_bootstrap login password :'bootstrap_password' in role eclusa_bootstrap;
create database eclusa owner gateway_owner;
