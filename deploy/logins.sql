-- Run once by the database's own superuser, before the first `eclusa migrate`: a group role for each task, and a login in
-- each. The passwords are read from files, one for each login, where compose puts them.
\set owner_password `cat /run/secrets/owner_password`
\set api_password `cat /run/secrets/api_password`
\set worker_password `cat /run/secrets/worker_password`
\set desk_password `cat /run/secrets/desk_password`
\set bootstrap_password `cat /run/secrets/bootstrap_password`
\set auditor_password `cat /run/secrets/auditor_password`
create role eclusa_api nologin;
create role eclusa_worker nologin;
create role eclusa_backoffice nologin;
create role eclusa_bootstrap nologin;
create role eclusa_auditor nologin;
create role gateway_owner login createrole password :'owner_password';
create role gateway_api login password :'api_password' in role eclusa_api;
create role gateway_worker login password :'worker_password' in role eclusa_worker;
create role gateway_desk login password :'desk_password' in role eclusa_backoffice;
create role gateway_bootstrap login password :'bootstrap_password' in role eclusa_bootstrap;
create role gateway_auditor login password :'auditor_password' in role eclusa_auditor;
create database eclusa owner gateway_owner;
