-- Subjects of the generic provider are its issuer's own: another issuer's "1" is somebody else. What is there is the one's that is set now.
alter table auth.identities drop constraint identities_provider_id_check;
alter table auth.identities add constraint identities_provider_id_check check (length(provider_id) <= 800);
update auth.identities identity
  set provider_id = setting.setting_value || ' ' || identity.provider_id,
    identity_data = identity.identity_data || jsonb_build_object(
      'sub', setting.setting_value || ' ' || identity.provider_id, 'provider_id', setting.setting_value || ' ' || identity.provider_id)
  from site_settings setting
  where identity.provider = 'custom:oidc' and setting.setting_key = 'oidc_issuer' and setting.setting_value <> '';

-- What a person has ticked before they left for a provider: versions by slug.
alter table auth.sign_in_flows add column agreed_to jsonb not null default '{}';
