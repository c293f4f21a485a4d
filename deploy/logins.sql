-- Run once by the database's own superuser, before the first `eclusa migrate`: the two group roles, and the three logins.
-- The passwords come from the environment of psql: OWNER_PASSWORD, API_PASSWORD, OPERATOR_PASSWORD.
\getenv owner_password OWNER_PASSWORD
\getenv api_password API_PASSWORD
\getenv operator_password OPERATOR_PASSWORD
create role eclusa_api nologin;
create role eclusa_operator nologin;
create role gateway_owner login createrole password :'owner_password';
create role gateway_api login password :'api_password' in role eclusa_api;
create role gateway_operator login password :'operator_password' in role eclusa_operator;
create database eclusa owner gateway_owner;
