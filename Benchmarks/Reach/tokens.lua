-- Every request with the next token of the file in TOKENS, in the form that FORM names.
local tokens, at = {}, 0
for line in io.lines(os.getenv("TOKENS")) do tokens[#tokens + 1] = line end

local forms = {
  ["check-in"] = function(token)
    return wrk.format("POST", "/api/v1/check-ins",
      { ["Authorization"] = "Bearer " .. token, ["Content-Type"] = "application/json" }, "{}")
  end,
  ["ping"] = function(token) return wrk.format("GET", "/ping/" .. token) end,
}
local form = forms[os.getenv("FORM")]

function request()
  at = at % #tokens + 1
  return form(tokens[at])
end
